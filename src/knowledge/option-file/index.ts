export { fromBytes, isUtf8, toBytes } from './bytes';
export { defaultOptionFiles, type StartingPlace } from './default-files';
export { type OptionEdit, setOption } from './edit';
export { catalogNames, meaningOf, type OptionMeaning, type OptionNames } from './meaning';
export { type OptionFile, type OptionLine, parseOptionFile, printOptionFile } from './parse';
export { readGroup, readOptions } from './read-group';
export { type ServerRules, serverRules } from './server-rules';
export {
  changedFiles,
  deepestInclude,
  editTree,
  type OptionFileProblem,
  type OptionTree,
  optionsOfGroups,
  type PlacedOption,
} from './tree';

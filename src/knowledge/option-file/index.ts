export { fromBytes, toBytes } from '../../shared/writers/bytes';
export { defaultOptionFiles, type StartingPlace } from './default-files';
export { editFile, type OptionEdit, /** @internal */ setOption, takeBack } from './edit';
export { catalogNames, /** @internal */ namesOfServer, type OptionNames } from './meaning';
export { /** @internal */ broughtByPlugin, namesOfVersion } from './names-of-version';
export {
  type OptionFile,
  type OptionLine,
  parseOptionFile,
  printOptionFile,
  writtenOptionFile,
} from './parse';
export { type PersistedVariable, /** @internal */ parsePersisted } from './persisted';
export { readGroup, readOptions } from './read-group';
export { type ServerRules, serverRules } from './server-rules';
export { type FinalSetting, type ServerView, serverView } from './server-view';
export {
  changedFiles,
  deciding,
  deepestInclude,
  editTree,
  lineNumber,
  type OptionFileProblem,
  type OptionTree,
  optionsOfGroups,
  type PlacedOption,
  takeBackInTree,
} from './tree';

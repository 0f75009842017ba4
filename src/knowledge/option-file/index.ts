export { fromBytes, isUtf8, toBytes } from './bytes';
export { setOption } from './edit';
export { type OptionFile, type OptionLine, parseOptionFile, printOptionFile } from './parse';
export { readGroup } from './read-group';

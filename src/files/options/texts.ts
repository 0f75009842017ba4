/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  thereIsNoLoginPath: (loginPath: string, file: string) =>
    `There is no login path "${loginPath}" in ${file}.`,
  mysqlConfigEditorPrintAll:
    'mysql_config_editor print --all lists them; mysql_config_editor set --login-path=NAME makes one.',
  theLoginPathFileCan: (file: string) => `The login path file ${file} can be read by others.`,
  mysqlsOwnProgramsIgnoreIt: (file: string) =>
    `MySQL's own programs ignore it then, too. Correct it with: chmod 600 ${file}`,
  isNotALoginPath: (file: string) => `${file} is not a login path file, or it is damaged.`,
  itIsMadeByMysql: 'It is made by mysql_config_editor.',
  theOptionFileHasChanged: (file: string) =>
    `The option file ${file} has changed since it was read; nothing was written.`,
  readItAgainAndLook: 'Read it again and look at the difference once more.',
  saveItToAnotherPath: (other: string, other2: string, file: string) =>
    `Save it to another path, for example ${other}, and put it in place as root: cp ${other2} ${file}`,
  correctTheLineOrTake: 'Correct the line, or take it out.',
  theOptionFileSetsTo: (file: string, name: string, value: string) =>
    `The option file ${file} sets ${name} to "${value}", which is not valid.`,
};

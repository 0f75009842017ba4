/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  isNoInventoryOfAnsible: (file: string) => `${file} is no inventory of Ansible.`,
  itsGroupsHoldHostsVars:
    'Its groups hold hosts, vars and children. latchkey fleet import also takes the INI form and CSV files.',
  hasNoColumnNameOr: (file: string) => `${file} has no column "name" or "host" in its first line.`,
  theFirstLineNamesThe:
    'The first line names the columns: name, host, port, user, socket; any other becomes a label.',
};

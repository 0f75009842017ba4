import { counted } from '../../../shared/base/units';

/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  isNoInventoryOfAnsible: (file: string) => `${file} is not an Ansible inventory.`,
  itsGroupsHoldHostsVars:
    'Its groups hold hosts, vars and children. latchkey fleet import also takes the INI form and CSV files.',
  hasNoColumnNameOr: (file: string) => `${file} has no column "name" or "host" in its first line.`,
  listNamesTooMany: (most: number) =>
    `The list names more than ${counted(most, 'server')}, the most that an inventory holds.`,
  splitTheList: 'Split it into several inventories, by group or by environment.',
  passwordsLeftOut: (servers: number) =>
    `Passwords of ${counted(servers, 'server')} were left out: an inventory holds none. Name an option file, a login path or an environment variable.`,
  /** Each begins a sentence that names the places. */
  leftOut: {
    noName: 'Rows without a name were left out',
    noRange: 'Patterns of hosts that no range fits (begin before end) were left out',
    tooManyHosts: 'Patterns of hosts that stand for more than an inventory holds were left out',
    noVariable: 'Words that are not a variable (name=value) were left out',
    cells:
      'Rows have a different number of cells from the first line; missing ones are empty, extra ones were left out',
    openQuote: 'A quote is never closed; what follows it was left out',
    port: 'Ports other than 1 to 65535 were left out, and the default port is used',
    value: 'Values that an inventory cannot hold (templates, vaults, too long, no text) were left out',
    renamed: 'Names that a folder cannot have, or that occur twice, were changed',
  },
  theFirstLineNamesThe:
    'The first line names the columns: name, host, port, user, socket; any other becomes a label.',
};

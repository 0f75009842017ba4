/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  aPasswordStandsInThe: (place: string, where: string) =>
    `${place}: the inventory contains a password (${where}); it is refused.`,
  docsFleetMdDescribesWhat: 'docs/fleet.md describes what an inventory holds.',
  repeatsPartsOfItselfToo: (file: string) => `${file} repeats parts of itself too often (YAML aliases).`,
  namesATokenFileOutside: (file: string, named: string) =>
    `${file} names a token file outside of its folder: ${named}.`,
  isNotAListOf: (file: string) => `${file} is not a list of rounds that Latchkey wrote.`,
  moveItAwayTheSnapshots:
    'Move it away; the snapshots beside it can be judged without it, but labels and errors are lost.',
  nameWhereItIsInstead:
    'Name where it is instead: connection: {defaults-file: FILE} or {login-path: NAME}, a connection that is saved with its password: connection: {saved: NAME}, or password: {env: LATCHKEY_...}.',
  putTheFileBeside:
    'Put the file into the folder of the inventory, or give token: {env: LATCHKEY_METRICS_TOKEN}.',
};

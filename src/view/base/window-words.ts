/**
 * Advice that names an option of the command line, as the window has it. Such texts also come out of files that were
 * written long ago, so they are put into other words where they are shown.
 */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/Declare it: --ram \S+/g, 'Declare its memory when you connect'],
  [/Declare it: --cpus \S+/g, 'Declare its CPUs when you connect'],
  [/Declare it: --storage \S+/g, 'Declare its storage when you connect'],
  [/Declare it: --iops \S+/g, 'Declare what its storage can do when you connect'],
  [/Declare the host: --ram, --cpus, --storage, --iops/g, 'Declare the host when you connect'],
  [/Declare it, for example --ram \d+[KMGT]/g, 'Declare it under Facts about the host when you connect'],
  [/declare it \(--ram \d+[KMGT]\)/g, 'declare it when you connect'],
  [/Give --allow-durability to agree to that\./g, 'Agree to that by its own box.'],
  [/ \(--allow-durability\)/g, ''],
  [/give --force with the reason/g, 'write down the reason'],
  [/--lock VARIABLE leaves one out\./g, 'A locked variable is left out.'],
  [/(Take the snapshot|Import) with --keep-literals/g, '$1 with literals kept'],
  [/with --table-limit (\d[\d,]*)/g, 'with tables read one by one up to $1'],
  [
    /Give a key with --ssh-key, a password or passphrase with --ssh-password,/g,
    'Give a key, a password or a passphrase under SSH,',
  ],
  [/Give it with --ssh-password \(asks\) or --ssh-password-stdin,/g, 'Type it as the SSH secret,'],
  [/with --ssl-ca\b/g, 'as CA certificate'],
  [/with --ssl-cert and --ssl-key/g, 'under TLS'],
  [/--ssl-mode\b/g, 'the TLS mode'],
  [/latchkey restore( \S+)? (puts|drops)/g, 'Restore $2'],
  [/: latchkey undo \S+/g, '.'],
  [/ \(--format set-global\)/g, ' (tab SET GLOBAL)'],
  [/--format diff edits/g, 'the tab Diff edits'],
  [/--format set-persist\b/g, 'the tab SET PERSIST'],
  [/--format cnf: an option file/g, 'the tab my.cnf'],
  [/Import another with --only \S+/g, 'Import another by a text of its path'],
  [/ \(--only [^)]*\)/g, ''],
  [
    /: latchkey import PATH --only TEXT( takes the files whose path holds the text)?/g,
    ', by a text of its path',
  ],
  [/Give --server-version/g, 'Give the version of the server'],
  [/ ?latchkey rules list shows them all\./g, ''],
  [
    /Take a snapshot with --perf \S+ on the machine of the server/g,
    'Sample stacks on the machine of the server',
  ],
  [/Take a snapshot with --for (\d+)s/g, 'Take a snapshot with a window of $1 s'],
  [/give --cpus or --instances/g, 'give CPUs or instances'],
];

/** A text for the window: what it says to do is there to be done. */
export function inWindowWords(text: string): string {
  return phrases.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text).trim();
}

import { texts } from './texts.ts';

/**
 * Advice that names an option of the command line, as the window has it. Such texts also come out of files that were
 * written long ago, so they are put into other words where they are shown.
 */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/Declare it: --ram \S+/g, texts.declareItsMemoryWhenYou],
  [/Declare it: --cpus \S+/g, texts.declareItsCpusWhenYou],
  [/Declare it: --storage \S+/g, texts.declareItsStorageWhenYou],
  [/Declare it: --iops \S+/g, texts.declareWhatItsStorageCan],
  [/Declare the host: --ram, --cpus, --storage, --iops/g, texts.declareTheHostWhenYou],
  [/Declare it, for example --ram \d+[KMGT]/g, texts.declareItUnderHostHardware],
  [/Declare the limit \(--iops\)/g, texts.declareTheLimitUnderHost],
  [/Declare the memory of the host \(--ram \d+[KMGT]\)/g, texts.declareTheMemoryOfThe],
  [/declare it \(--ram \d+[KMGT]\)/g, texts.declareItWhenYouConnect],
  [/Give --allow-durability to agree to that\./g, texts.agreeToThatByIts],
  [/ \(--allow-durability\)/g, texts.tickItsBox],
  [/give --force with the reason/g, texts.writeDownTheReason],
  [/--lock VARIABLE leaves one out\./g, texts.aLockedVariableIsLeft],
  [/(Take the snapshot|Import) with --keep-literals/g, texts.n1WithLiteralsKept],
  [/with --table-limit (\d[\d,]*)/g, texts.withTablesReadOneBy],
  [/Give a key with --ssh-key, a password or passphrase with --ssh-password,/g, texts.giveAKeyAPassword],
  [/Give it with --ssh-password \(asks\) or --ssh-password-stdin,/g, texts.typeItAsTheSsh],
  [/with --ssl-ca\b/g, texts.asCaCertificate],
  [/with --ssl-cert and --ssl-key/g, texts.underTls],
  [/--ssl-mode\b/g, texts.theTlsMode],
  [/latchkey restore --without-lock goes on/g, texts.restoreGoesOn],
  [/latchkey restore( \S+)? (restores|drops)/g, texts.restore2],
  [/Run latchkey restore \(entry ([^)]*)\)/g, texts.restoreItFirstEntry1],
  [/--force forgets the entry/g, texts.orForgetTheEntry],
  [/: latchkey undo \S+/g, '.'],
  [/ \(latchkey record\)/g, ''],
  [/with --server-public-key-path\. --get-server-public-key accepts/g, texts.underTlsAskingTheServer],
  [/ \(--format set-global\)/g, texts.tabSetGlobal],
  [/ \(--format aws\)/g, texts.tabAwsCli],
  [/ \(--format (gcloud|az)\)/g, texts.tabOfService],
  [/--format diff edits/g, texts.theTabDiffEdits],
  [/--format set-persist\b/g, texts.theTabSetPersist],
  [/--format cnf: an option file/g, texts.theTabMyCnf],
  [/--format cnf or diff prints it/g, texts.theTabsMyCnfAnd],
  [/ \(--undo prints it as statements\)/g, ''],
  [/A replay at a lower rate \(--rate\)/g, texts.aReplayAtALower],
  [/Name a variant: --arm \S+/g, texts.addAVariant],
  [/Leave --metric out, or --rate\./g, texts.chooseAnotherMetricOrClear],
  [/Leave --metric out:/g, texts.chooseTheMetricOfThe],
  [/: --slow-log FILE/g, ''],
  [
    /Give more time with --max-time, fewer settings with --arm, or shorter settling with --settle( \([^)]*\))?/g,
    texts.raiseTheTimeLimitRemove,
  ],
  [/: --workload sysbench:\S+/g, ''],
  [/: --workload live/g, ''],
  [/latchkey probe recompute FILE shows those that the samples give\./g, texts.openTheResultFileTo],
  [/: latchkey probe list shows them all/g, ''],
  [/: latchkey probe list shows them/g, ''],
  [/ ?latchkey record list shows them all\./g, ''],
  [/(holds? .*)?latchkey probe ID -o FILE writes one \(schema 1\)/g, texts.exportAResultFromIts],
  [/: latchkey analyze reads it/g, texts.openItInstead],
  [
    /Snapshots are made by `latchkey snapshot` and usually end in \.lks\. For another tool's files use `latchkey import`\./g,
    texts.snapshotsUsuallyEndInLks,
  ],
  [/Snapshots are made by `latchkey snapshot` and usually end in \.lks\./g, texts.snapshotsUsuallyEndInLks2],
  [/without --no-explain; latchkey explain on, if it is disabled permanently/g, texts.withExplainEnabled],
  [/latchkey snapshot --no-explain takes a snapshot without explaining\./g, texts.aSnapshotCanBeTaken],
  [/, made without --also apply/g, ''],
  [/ \(--ssl-mode=required, better verify-ca\)/g, texts.requiredBetterVerifyCa],
  [/: give --size/g, texts.enterASize],
  [/With --dedicated the memory of the machine decides: give --memory/g, texts.withADedicatedServerThe],
  [/latchkey chunks --help shows what it takes\./g, ''],
  [/latchkey record /g, 'a recording '],
  [/Calculate it first with latchkey chunks/g, texts.calculateItFirstOnThe],
  [/see with latchkey chunks what/g, texts.seeOnThePageBuffer],
  [/ \(latchkey watch --when '[^']*'\)/g, texts.pageWatch],
  [/Import another with --only \S+/g, texts.importAnotherByAText],
  [/ \(--only [^)]*\)/g, ''],
  [/: latchkey import PATH --only TEXT( takes the files whose path holds the text)?/g, texts.byATextOfIts],
  [/Give --server-version/g, texts.giveTheVersionOfThe],
  [/ ?latchkey rules list shows them all\./g, ''],
  [/Take a snapshot with --perf \S+ on the machine of the server/g, texts.sampleStacksOnTheMachine],
  [/Take a snapshot of the server itself with --for (\d+)s/g, texts.takeASnapshotOfThe],
  [
    /Give a token in LATCHKEY_METRICS_TOKEN or --token-file, or a user with --store-user and its password in LATCHKEY_METRICS_PASSWORD/g,
    texts.enterATokenOrA,
  ],
  [/Add --store-user NAME/g, texts.enterTheUser],
  [/with --store-ca\b/g, texts.asCaFile],
  [/Take a snapshot with latchkey\b/g, texts.takeASnapshotHere],
  [/Take a snapshot with --for (\d+)s/g, texts.takeASnapshotWithA],
  [/give --cpus or --instances/g, texts.giveCpusOrInstances],
];

/** Who reads what is written: somebody at the window, who has its controls, or at a terminal, who has flags. */
export type Reader = 'window' | 'command line';

/** A text for the window: what it says to do is there to be done. */
export function inWindowWords(text: string): string {
  return phrases.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text).trim();
}

/** Puts texts into the words of those who read them. */
export function wordsFor(reader: Reader): (text: string) => string {
  return reader === 'window' ? inWindowWords : (text) => text;
}

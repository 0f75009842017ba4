/** What the command line prints in this folder's parts; parameters are what is filled in. */
export const texts = {
  judgeSavedSnapshots: 'diagnose saved snapshots',
  readsSnapshotsAndNamesThe:
    'Reads snapshots and names the bottleneck, with the numbers behind it and the change that would help. What `latchkey import` reads (a pasted status, a MySQLTuner report, my.cnf) is made into a snapshot first. No server is needed. Exit code 1 means that there are findings of severity warning or critical.',
  snapshotsFoldersWhoseLksFiles:
    'snapshots, folders whose .lks files are taken, or texts as `latchkey import` takes them',
  toUseYourOwnRulesBeside: 'use your own rules beside those that come with Latchkey',
  printOneAnalysisDocumentA:
    'print one analysis document a line; for one of several files that cannot be judged, a line that says why',
  ofOneSnapshotWhyThis:
    'of one snapshot: why this rule ranks where it does and what explains it, or why it did not fire',
  examplesLatchkeyAnalyzeTodayLks: `
Examples:
  latchkey analyze today.lks
  latchkey analyze post.txt --ram 64G --cpus 16 --data-size 200G
  latchkey analyze today.lks --why buffer-pool-too-small
  latchkey analyze today.lks --json | jq .headline.text
  latchkey analyze snapshots/ --json > analyses.jsonl`,
  whyIsAboutOneSnapshot: '--why is about one snapshot: name one file.',
  thereIsNoSnapshotIn: (one: string) => `There is no snapshot in the folder ${one}.`,
  snapshotsEndInLksFor: "Snapshots end in .lks. For another tool's files use `latchkey import`.",
  setOnTheServerWhat: 'apply the dynamic changes of a plan to the server',
  makesThePlanOfA:
    'Makes the plan of a snapshot, shows the SET GLOBAL statements, and after your consent sends them, reads every value back and keeps an undo record. What needs a restart is left to an option file (latchkey plan).',
  fileOrIdOfA: 'file, or id of a snapshot that the app knows',
  forScriptsNothingIsAsked:
    'accepted for scripts: the record determines what is set again, so nothing is asked',
  agreeToTheStatementsWithout: 'agree to the statements without being asked',
  alsoSetWhatMayLose: 'also set what may lose committed transactions in a crash',
  changeAnotherServerThanThat: 'apply to a server other than that of the snapshot, for this reason',
  printOneDocumentTheStatements: 'print one document; the statements to agree to as JSON on stderr',
  whenAnyStatementFailsOr: `
When any statement fails, or the connection is lost, everything is restored at once.

Examples:
  latchkey apply today.lks --socket /run/mysqld/mysqld.sock --user root
  latchkey apply today.lks --accept redo-log-too-small --set innodb_io_capacity=2000 --user root --yes
  latchkey undo --last`,
  forceNeedsAReasonIn: '--force needs a reason in words.',
  latchkeyRestoreRestoresTheRest: (entryId: string) => `latchkey restore ${entryId} restores the rest.`,
  sayWhatAServerMakes: 'calculate instances and chunks of a buffer pool size',
  worksOutTheBufferPool:
    'Calculates the buffer pool that a server really gets from innodb_buffer_pool_size, _instances and _chunk_size, when it starts or after SET GLOBAL, with the messages that it prints. Needs no server.',
  whenTheServerStartsOr: 'when the server starts, or by SET GLOBAL while it runs',
  theServer: 'the server',
  itsVersionWithAllThree: 'its version, with all three numbers',
  innodbBufferPoolSizeIn: 'innodb_buffer_pool_size: in the option file, or of SET GLOBAL',
  forAtSetInnodbBuffer: 'for --at set: innodb_buffer_pool_size of the running server',
  innodbBufferPoolSizeMax: 'innodb_buffer_pool_size_max (MariaDB 10.11.12 and later)',
  innodbPageSizeIfNot: 'innodb_page_size, if not 16K',
  cpusOfTheMachineMysql: 'CPUs of the machine: MySQL 8.4 and later derive the instances from them',
  memoryOfTheMachineFor: 'memory of the machine, for --dedicated',
  printOneJsonDocument: 'print one JSON document',
  aFlagThatIsNot: `
A flag that is not given stands for an option that is not set. Sizes take K, M, G or T.
For --at set, --instances, --chunk and --size-max are those of the running server.

Examples:
  latchkey chunks --at start --flavour mysql --version 8.0.36 --size 9G --instances 16
  latchkey chunks --at set --flavour mysql --version 8.4.3 --size 1536M --current-size 2G --instances 8
  latchkey chunks --at set --flavour mariadb --version 11.8.6 --size 4G --current-size 1G --json`,
  giveWholeBytesOrA: 'Give whole bytes, or a whole number with K, M, G or T, such as 1536M.',
  giveAtMost1024t: 'Give at most 1024T.',
  giveAWholeNumberFrom: (maxPoolInstancesAsked: number) =>
    `Give a whole number from 0 to ${maxPoolInstancesAsked}.`,
  giveAWholeNumberFrom1: 'Give a whole number from 1 to 65536.',
  compareTwoSnapshotsOrTwo: 'compare two snapshots, or two results of a benchmark',
  snapshotsSettingsWithWhatThey:
    'Snapshots: settings with what they mean, rates as a ratio with its noise, waits, statements, new and resolved findings. Benchmarks: a CSV file test,group,qps[,cpu_per_op,cs_per_op], or a folder of sysbench outputs (the file is the test, its folder the group); relative throughput and cost by test and by group.',
  theBaselineASnapshotA: 'the baseline: a snapshot, a CSV file or a folder',
  whatIsComparedWithIt: 'what is compared with it',
  printOneDocument: 'print one document',
  examplesLatchkeyCompareBeforeLks: `
Examples:
  latchkey compare before.lks after.lks
  latchkey compare mysql-8.0.csv mysql-8.4.csv --json
  latchkey compare results/old/ results/new/`,
  printOneObjectALine: 'print one object a line',
  keepVariablesAsTheyAre: 'keep variables as they are, in every plan',
  locksVariablesNoPlanTouches:
    'Locks variables: no plan touches them, neither here nor in the app, until they are unlocked. Without a variable it lists the locks.',
  namesOfServerVariables: 'names of server variables',
  whyTheyMustStay: 'why they must stay',
  latchkeyLockInnodbFlushLog: 'latchkey lock innodb_flush_log_at_trx_commit --reason "audit of 2026"',
  letPlansChangeVariablesAgain: 'let plans change variables again',
  removesLocks: 'Removes locks.',
  latchkeyUnlockInnodbFlushLog: 'latchkey unlock innodb_flush_log_at_trx_commit',
  putTheFindingOfA: 'mute the finding of a rule, with a reason',
  mutesRulesTheirFindingsAre:
    'Mutes rules: their findings are no part of any diagnosis or plan, but are reported beside it with the reason. Without a rule it lists the mutes.',
  idsOfRules: 'ids of rules',
  whyTheFindingDoesNot: 'why the finding does not matter here; needed',
  latchkeyMuteDoublewriteOffReason: 'latchkey mute doublewrite-off --reason "ZFS writes whole pages"',
  showTheFindingOfA: 'unmute the finding of a rule',
  removesMutes: 'Removes mutes.',
  latchkeyUnmuteDoublewriteOff: 'latchkey unmute doublewrite-off',
  isLocked: (variable: string) => `${variable} is locked.\n`,
  latchkeyKnowsNoServerWith: (variable: string) =>
    `Latchkey knows no server with a variable ${variable}; the lock holds where there is one.\n`,
  aMuteNeedsAReason: 'A mute needs a reason: it is shown wherever the finding would be.',
  toUseReasonWhyItDoes: 'Use --reason "why it does not matter here".',
  isMuted: (id: string) => `${id} is muted.\n`,
  isNotAnyMore: (name: string, what: string) => `${name} is no longer ${what}.\n`,
  not: (what: string, missing: string) => `Not ${what}: ${missing}.`,
  latchkeyListsWhatIs: (what: string) => `latchkey ${what} lists what is.`,
  nothingIsLocked: 'Nothing is locked.',
  nothingIsMuted: 'Nothing is muted.',
  switchTheExplainingOfStatements: 'turn EXPLAIN of statements off or on, for every snapshot',
  snapshotsAskAServerFor:
    'Snapshots ask a server for the plans of up to ten SELECTs that scan most (EXPLAIN), where it has kept a whole one. This disables that permanently, here and in the app, or enables it again. Without off or on it says which it is.',
  offOrOn: 'off or on',
  printTheStateAsJson: 'print the state as JSON',
  exampleLatchkeyExplainOff: '\nExample:\n  latchkey explain off',
  snapshotsExplainStatementsThatScan: 'Snapshots explain statements that scan.\n',
  noSnapshotExplainsAStatement: 'No snapshot explains a statement.\n',
  itIsOffOrOn: 'It is off or on.',
  writeACopyOfA: 'write a copy of a snapshot without names',
  writesACopyOfA:
    'Writes a copy of a snapshot for someone else. Each name that is taken out has one stand-in everywhere, so that the analysis of the copy says the same. What cannot be distinguished is left out whole. The copy is looked through once more before it is written: if a name were left, nothing is written.',
  snapshotLks: 'snapshot (.lks)',
  whatToTakeOutWith: (redactionClasses: string) =>
    `what to take out, with commas between: ${redactionClasses}`,
  allOfThem: 'all of them',
  fileToWrite: 'file to write',
  writeOverASnapshotThat: 'overwrite an existing snapshot',
  onlyShowWhatWouldBe: 'only show what would be replaced and left out',
  printThePreviewAsJson: 'print the preview as JSON',
  classesLiteralsInStatementsAre: (redactionClasses: string) => `\nClasses:\n${redactionClasses}
Literals in statements are out from the start, unless the snapshot was taken with --keep-literals.

Examples:
  latchkey export today.lks --preview
  latchkey export today.lks --redact hosts,users -o for-support.lks`,
  giveOneOrMoreOf: (redactionClasses: string) => `Give one or more of ${redactionClasses}.`,
  giveTheFileToWrite: 'Give the file to write with -o, or --preview.',
  wouldBeTakenOut: 'Would be taken out:',
  aCopyWithoutTakenOut: (written: string, classes: string) =>
    `${written}: a copy without ${classes}. Taken out:`,
  noName: '  no name',
  tooShortOrTooCommon: (unproven: string) =>
    `Too short or too common to be proven absent; replaced where a column or quotes show that they are names: ${unproven}`,
  whole: (section: string, what: string, reason: string) => `${section}: ${what}, whole (${reason})`,
  judgeManyServersAtOnce: 'diagnose many servers at once',
  worksOnAFolderOf:
    'Works on a folder of snapshots (one folder a server in it, or the name of the server in the name of each file), or on an inventory: a YAML file of servers, docs/fleet.md. What was judged is remembered, and only new files are read the next time.',
  examplesLatchkeyFleetImportHosts: `
Examples:
  latchkey fleet import hosts.ini -o fleet.yaml
  latchkey fleet import --from prometheus://metrics.example.com:9090 -o fleet.yaml
  latchkey fleet snapshot fleet.yaml -o snapshots --for 30s --concurrency 8
  latchkey fleet analyze snapshots --baseline db1 --ignore 'innodb_io_capacity*'
  latchkey fleet report snapshots --format html -o fleet.html
  latchkey fleet diff snapshots
  latchkey fleet plan snapshots --format ansible -o group_vars
  latchkey fleet export snapshots --format prometheus -o /var/lib/node_exporter/latchkey.prom`,
  takesASnapshotOfEach:
    'takes a snapshot of each server of an inventory, a few at a time. What one server makes of it does not keep the others; its reason is kept beside the snapshots. Exit code 3 means that a server has no snapshot or a partial one. Ctrl-C keeps what was gathered.',
  yamlFileOfServers: 'YAML file of servers',
  folderForTheSnapshotsOne:
    'folder for the snapshots, one folder a server (default: folder of the inventory)',
  samplingDuration0TakesOne: 'sampling duration; 0 takes one moment only',
  timeBetweenSamples: 'time between samples',
  spanOfServersThatAre: 'span of servers that are read from a metrics store, up to now',
  serversAtATime1: 'servers at a time, 1 to 64',
  longestTimeForOneServer:
    'longest time for one server, with connecting (default: the sampling duration and 2m); what was gathered until then is kept',
  takeOnlyWhatTheLast: 'take only what the last round lacks',
  printOneDocumentProgressAs: 'print one document; progress as JSON lines on stderr',
  listsFindingsByServerDrift:
    'lists findings by server, drift and servers that get the same plan. Files that are no snapshot are listed with the reason. Exit code 1 means that there are findings of severity warning or critical.',
  saysWhatChangedOnEach:
    'shows what changed on each server between its last snapshot and the one before: findings, settings, versions, and which settings changed as the plan had asked',
  folderOfSnapshotsOrAn: 'folder of snapshots, or an inventory',
  compareWithTheLastSnapshot:
    'compare with the last snapshot until then, such as 2026-11-01 or 2026-11-01T06:00Z',
  writesFindingsByServerDrift: 'writes findings by server, drift and plans as one document',
  formOfTheReport: 'form of the report',
  writeToAFileInstead: 'write to a file instead of standard output',
  writesFindingsForOtherPrograms:
    'writes findings for other programs: gauges for Prometheus (docs/fleet.md has alert rules), SARIF or JUnit for pipelines, JSON lines',
  formOfTheExport: 'form of the export',
  writesThePlanOfEach:
    'writes the plan of each group of servers that get the same change: one file a group for Ansible and cloud services, one a server for the others',
  formOfThePlans: 'form of the plans',
  onlyThisGroupAsLatchkey: 'only this group, as latchkey fleet analyze names it',
  folderForTheFiles: 'folder for the files',
  anHtmlReportIsNot: 'An HTML report is not for the terminal.',
  giveAFileWithO: 'Give a file with -o, or --format markdown.',
  wrote: (file: string) => `Wrote ${file}`,
  printTheStatementsThatCreate: 'print the statements that create a monitoring user',
  printsCreateUserAndGrant:
    'Prints CREATE USER and GRANT statements for an account with just the rights that a full snapshot needs: it reads no row of a table and changes nothing. What more can do is asked for with --also. Needs no server.',
  nameOfTheAccount: 'name of the account',
  fromWhereItConnectsSuch: 'from where it connects, such as 10.0.0.%',
  explainPlansOfStatementsDeep:
    'explain: plans of statements; deep: snapshot --deep; apply: changing settings',
  printTheResultAsJson: 'print the result as JSON',
  examplesLatchkeyGrantsFlavourMysql: `
Examples:
  latchkey grants --flavour mysql --version 8.4.3
  latchkey grants --flavour mariadb --version 11.8.6 --account monitor --from '10.0.0.%' --also deep apply`,
  seeWhatAMetricsStore: 'see what a metrics store knows of servers',
  prometheusVictoriametricsMimirThanosAnd:
    'Prometheus, VictoriaMetrics, Mimir, Thanos and PMM hold weeks of what mysqld_exporter reads. Latchkey reads them over their query API, and changes nothing.',
  examplesLatchkeyHistoryServersFrom: `
Examples:
  latchkey history servers --from prometheus://metrics.example.com:9090
  latchkey history servers --from https://pmm.example.com/prometheus --token-file token --between -7d now`,
  listsTheServersThatA:
    'lists the servers that a store knows, and the saved connections that may be the same',
  serversThatWereScrapedBetween: 'servers that were scraped between two moments',
  makeASnapshotOfAnother: "make a snapshot of another tool's files",
  readsWhatMysqlAndMysqladmin:
    'Reads what mysql and mysqladmin print, pt-stalk, pt-mysql-summary --save-samples, MySQL Shell diagnostics, mysqltuner --dumpdir, my.cnf and slow logs, in a folder, a file, a .tar.gz or a .zip, and writes one .lks file. Nothing is unpacked to disk. Two readings of the status give a window with rates.',
  folderFileOrArchive: 'folder, file or archive',
  fileToWriteDefaultA: 'file to write (default: a name made of path and time)',
  onlyFilesWhosePathHolds:
    'only files whose path holds this text, where there are several servers or captures',
  suchAsMariadb105: 'such as mariadb-10.5.8, where the files do not say',
  keepLiteralValuesInStatements: 'keep literal values in statements, process list and InnoDB status',
  judgeTheSnapshotAtOnce: 'analyze the snapshot at once, as `latchkey analyze` would',
  withAnalyzeUseYourOwn: 'with --analyze: use your own rules beside those that come with Latchkey',
  printTheReportOfThe:
    'print the report of the import (with --analyze the analysis) as JSON; progress on stderr',
  examplesLatchkeyImportVarLib: `
Examples:
  latchkey import /var/lib/pt-stalk -o stalk.lks --analyze
  latchkey import diagnostics.zip --ram 64G --cpus 16
  mysqladmin extended-status -i1 -c30 > status.txt; latchkey import status.txt`,
  makeTheChangeOfConfiguration: 'write the configuration changes that a snapshot calls for',
  putsWhatTheFindingsAdvise:
    'Puts what the findings advise into one plan within one memory budget, and prints it as an option file, a diff, statements or a document.',
  snapshotOrATextAs: 'snapshot, or a text as `latchkey import` takes it',
  theOptionFileOfThe: 'the option file of the server: it is edited, not rewritten',
  formOfThePlan: 'form of the plan',
  printTheRollbackOfThe: 'print the rollback of the plan: statements, diff or file with the values before it',
  theSameAsFormatJson: 'the same as --format json',
  writeToAFileInsteadOf:
    'write to a file instead of standard output; an older *.cnf or *.ini is kept beside it as *.bak',
  examplesLatchkeyPlanPostTxt: `
Examples:
  latchkey plan post.txt --ram 64G --cpus 16 --data-size 200G
  latchkey plan today.lks --my-cnf /etc/my.cnf --format diff
  latchkey plan today.lks --format set-global --lock innodb_buffer_pool_size
  latchkey plan today.lks --format set-global --undo
  latchkey plan today.lks --accept redo-log-too-small --set innodb_io_capacity=2000 -o my.cnf`,
  leftOut: (variable: string, reason: string) => `Left out: ${variable}: ${reason}`,
  toUseFormatCnfAnOption: 'Use --format cnf: an option file.',
  noChangeIsProposed: 'No change is proposed.\n',
  saysWhatIsProposedAlready: (myCnf: string) => `${myCnf} already has these values.\n`,
  theOptionFile: 'The option file',
  wrote2: (output: string) => `Wrote ${output}`,
  measureOnAServerWhat: 'measure the effect of settings on a server',
  comparesSettingsWithThePresent:
    'Compares settings with the present ones under load: slots of each in random order, block by block, the present settings twice in each block, with guards that stop it, and everything restored at the end. `probe list` shows what can be measured, `probe results` what was measured here, `probe show` a result, `probe recompute` recomputes one, or a proof of a plan, from its samples, `probe report` makes a document of it.',
  probeSuchAsSpinWait: 'probe, such as spin-wait-delay; probe list shows them',
  mysqlUserHostPortWithout: 'mysql://user@host:port, without password',
  compareThisSuchAsBig: 'compare this, such as big:sort_buffer_size=4M; may be repeated',
  withCustomLookForA:
    'with custom: look for a better value of this variable on a grid from its present one outwards, and confirm it; given twice, of two variables together',
  longestTimeOfMeasuringDefault: 'longest time of measuring (default: that of the probe)',
  afterEachChangeBeforeMeasuring:
    'after each change, before measuring (default: that of the probe); longer where a result says carry-over',
  whatIsCompared: 'what is compared',
  smallerChangesCountAsNone: 'smaller changes count as none (default: 3)',
  ofTheRandomOrder: 'of the random order',
  agreeToRelaxDurabilityA: 'agree to relax durability: a crash meanwhile may lose transactions',
  alsoWriteTheResultTo: 'also write the result to a file; with `probe report`: the document',
  withProbeReportFormOf: 'with `probe report`: form of the document',
  printTheResultAsJsonProgress: 'print the result as JSON; progress as JSON lines on stderr',
  examplesLatchkeyProbeListSocket: `
Examples:
  latchkey probe list --socket /run/mysqld/mysqld.sock --user root
  latchkey probe spin-wait-delay --socket /run/mysqld/mysqld.sock --user root --workload sysbench:update-index --threads 16
  latchkey probe sort-buffer --socket /run/mysqld/mysqld.sock --user root --workload replay --slow-log /var/lib/mysql/slow.log
  latchkey probe custom --arm big:tmp_table_size=64M,max_heap_table_size=64M --max-time 10m -o result.json
  latchkey probe custom --best innodb_spin_wait_delay --workload sysbench:update-index --max-time 15m
  latchkey probe custom --best innodb_spin_wait_delay --best innodb_sync_spin_loops --max-time 30m
  latchkey probe show result.json
  latchkey probe results
  latchkey probe report result.json --format html -o result.html`,
  thereIsNoProbe: (id: string) => `There is no probe "${id}".`,
  latchkeyProbeListShowsThem: 'latchkey probe list shows them all.',
  nameTheFileLatchkeyProbe: 'Name the file: latchkey probe show result.json',
  nameTheFileLatchkeyProbeRecompute: 'Name the file: latchkey probe recompute result.json',
  theVerdictsInAreNot: (path: string) => `The verdicts in ${path} are not those that its samples give.`,
  whatIsShownAboveComes: 'What is shown above comes from the samples.',
  theFileSaysTheSame: 'The file says the same.\n',
  nameTheFileLatchkeyProbeReport: 'Name the file: latchkey probe report result.json',
  giveNameVariableValueVariable: 'Give NAME:variable=value,variable=value, such as big:sort_buffer_size=4M.',
  giveOneVariableOrTwo: 'Give one variable, or two.',
  giveAPercentageAbove0: 'Give a percentage above 0, up to 50.',
  proveOnAServerUnder: 'measure a plan on a server under load, change by change',
  makesThePlanOfASnapshot:
    'Makes the plan of a snapshot and measures it on the server: the whole plan against the present settings in pairs of short slots in random order, then each of its changes, then what is kept, with guards that stop it, and everything restored at the end. What cannot be tried while the server runs is listed with the reason.',
  longestTimeOfMeasuringDefault25m: 'longest time of measuring (default: 25m)',
  whatIsComparedDefaultLatency: 'what is compared (default: latency with live, else the one with less noise)',
  leaveInForceWhatFills:
    'leave in effect at the end what fills over minutes and was observed (buffer pool, redo log, table caches), unless it breached a guard or made the load worse; latchkey undo restores it',
  proveItOnAnotherServer: 'prove it on another server than that of the snapshot, for this reason',
  alsoWriteTheResultToA: 'also write the result to a file; latchkey probe recompute checks it',
  examplesLatchkeyProveTodayLks: `
Examples:
  latchkey prove today.lks --socket /run/mysqld/mysqld.sock --user root
  latchkey prove today.lks --user root --workload sysbench:read-write --threads 16 --max-time 15m -o proof.json
  latchkey prove today.lks --user root --set sort_buffer_size=1M --workload replay --slow-log /var/lib/mysql/slow.log
  latchkey probe recompute proof.json`,
  sayWhetherTheFindingsOf: 'measure again, and say which findings of a snapshot are resolved',
  takesANewSnapshotOf:
    'Takes a new snapshot of the same length and says which findings of the given one are resolved, which are still found, and which are new. What was declared of the host holds again. Nothing is changed on the server.',
  theSnapshotFromBefore: 'the snapshot from before',
  anotherSamplingDuration: 'another sampling duration',
  fileForTheNewSnapshot: 'file for the new snapshot (default: a name made of server and time)',
  examplesLatchkeyRecheckBeforeLks: `
Examples:
  latchkey recheck before.lks --socket /run/mysqld/mysqld.sock --user root
  latchkey recheck before.lks mysql://monitor@db1.example.com:3306 --password --json`,
  theNewSnapshotIsIn: (output: string) => `The new snapshot is in ${output}`,
  cancelledWhatWasGatheredUntil: (output: string) =>
    `Cancelled. What was gathered until then is in ${output}.`,
  theNewSnapshotIsPartial: (text: string) => `The new snapshot is partial: ${text}`,
  whatWasGatheredUntilThen: (output: string) => `What was gathered until then is in ${output}.`,
  sampleAServerForHours: 'sample a server for hours into the store',
  samplesStatusVariablesAndActive:
    'Samples status variables and active sessions into the store until its time is over or until Ctrl-C; both keep everything. A lost connection or a restart of the server is a gap: it connects again. `record list` shows what there is, `record export` makes a snapshot file of a range.',
  howLongSuchAs8h: 'how long, such as 8h (default: until Ctrl-C)',
  timeBetweenSamplesBelow1s: 'time between samples; below 1s only chosen counters are sampled',
  sampleTheseBesideTheFew: 'sample these beside the few of short intervals, and no others',
  nameOfTheRecordingDefault: 'name of the recording (default: the server)',
  printTheSummaryAsJson: 'print the summary as JSON; progress as JSON lines on stderr',
  stoppedBeforeItsTimeWhat: (id: string) => `Stopped before its time. What was recorded is kept as ${id}.`,
  showTheRecordingsInThe: 'show the recordings in the store',
  printThemAsJson: 'print them as JSON',
  noRecordingsLatchkeyRecordMakes: 'No recordings. latchkey record makes one.\n',
  noRecordingCanBeShown: (problems: string) => `No recording can be shown.\n${problems}\n`,
  makeASnapshotFileOf: 'make a snapshot file of a recorded range',
  writesARangeOfA:
    'Writes a range of a recording as a snapshot, with what was read of the server when the recording began. More than 3,600 samples are thinned; counters stay exact.',
  theRecordingItsFirstLetters: 'the recording; its first letters will do',
  fromSoLongAfterIts: 'from so long after its start',
  toSoLongAfterIts: 'to so long after its start',
  fileToWriteDefaultRecording: 'file to write (default: recording-ID.lks)',
  printTheSummaryOfThe: 'print the summary of the snapshot as JSON',
  theRangeEndsBeforeIt: 'The range ends before it begins.',
  fromAndToCountFrom: '--from and --to count from the start of the recording, such as --from 10m --to 12m.',
  wroteOf: (file: string, windowSeconds: string, target: string) =>
    `Wrote ${file}: ${windowSeconds} of ${target}.\n`,
  deleteARecording: 'delete a recording',
  writeTheDiagnosisOfA: 'write the diagnosis of a snapshot as a document',
  writesHeadlineFindingsWithTheir:
    'Writes headline, findings with their evidence, plan, memory, what was not checked and why. The HTML report is one file that needs no network.',
  formOfTheReportElse: 'form of the report; else that of the file name in --output, else html',
  onePageForThoseWho: 'one page for those who decide, as HTML: verdict, three things to do, what changed',
  withSummaryAnEarlierSnapshot: 'with --summary: an earlier snapshot, to say what changed since',
  examplesLatchkeyReportTodayLks: `
Examples:
  latchkey report today.lks -o today.html
  latchkey report today.lks --format markdown | less
  latchkey report post.txt --ram 64G --cpus 16 -o post.html
  latchkey report after.lks --summary --before before.lks -o summary.html`,
  aReportIsNotWritten: (extension: string) => `A report is not written as ${extension}.`,
  exportItAsPdfIn: 'Export it as PDF in the window, or write .html and print that from a browser.',
  nameAHtmlMdOr: (formats: string) => `Name a .html, .md or .json file, or give --format ${formats}.`,
  beforeIsForThePage: '--before is for the page of --summary.',
  latchkeyCompareSaysAtLength: 'latchkey compare says at length what changed between two snapshots.',
  theSummaryIsWrittenAs: 'The summary is written as HTML only.',
  nameAHtmlFileOr: 'Name a .html file, or leave --summary out.',
  restoreWhatAnInterruptedChange: 'restore what an interrupted change left on a server',
  everyChangeThatLatchkeyMakes:
    'Every change that Latchkey makes for a while is written to a journal first. When the change could not be restored, because Latchkey or the connection was killed, this does it. Without an id, every interrupted change is restored; one that was applied to stay is not.',
  journalEntry: 'journal entry',
  onlyShowWhatIsPending: 'only show what is pending',
  alsoRestoreAVariableThat: 'also restore a variable that someone else has set since',
  goOnAlsoWhereAnother: 'continue even if another connection holds the lock for changes of the server',
  printOneDocumentALine: 'print one document a line',
  theServerIsTheOne: `
The server is the one that the entry names, unless connection options say otherwise. When it cannot be reached, what
is left to do is shown and stays in the journal; run the command again once it answers.

Examples:
  latchkey restore --list
  latchkey restore --password`,
  theJournalFileCannotBe: (path: string, reason: string) =>
    `The journal file ${path} cannot be read: ${reason}`,
  itMayHoldValuesTo:
    'It may hold values to be restored. Latchkey leaves it alone; move it away once that is settled.',
  nothingToRestore: 'Nothing to restore.\n',
  alsoTakeTheRulesIn: 'also take the rules in this folder',
  listCheckOrExplainThe: 'list, check or explain the rules',
  rulesAreDataOneYaml: 'Rules are data: one YAML file each, in folders by area.',
  examplesLatchkeyRulesListJson: `
Examples:
  latchkey rules list --json
  latchkey rules check my-rules/
  latchkey rules explain redo-log-too-small
  latchkey rules explain redo-log-too-small today.lks`,
  listsEveryRuleWithIts: 'lists every rule with its area and severity',
  checksThatEveryRuleIs: 'checks that every rule is valid: its expressions, its texts and its examples',
  aFolderOfYourOwn: 'a folder of your own rules, checked together with those that come with Latchkey',
  printTheOutcomeAsJson: 'print the outcome as JSON',
  showsARuleConditionThresholds:
    'shows a rule: condition, thresholds, advice, sources; on a snapshot also why it fired or not',
  idOfTheRule: 'id of the rule',
  aSnapshotTheValuesOf: 'a snapshot: the values of all inputs, and which condition holds there',
  printTheRuleAsIt: 'print the rule as it is written (YAML)',
  printTheRuleAsJson: 'print the rule as JSON',
  example: (path: string, example: string, problem: string) => `${path}: example "${example}" ${problem}`,
  rulesThatAreNotValid: (numberOfFaults: number) => `Rules that are not valid: ${numberOfFaults}.`,
  docsRulesMdDescribesWhat: 'docs/rules.md describes what a rule file holds.',
  examplesThatDoNotHold: (numberOfFailures: number) => `Examples that do not hold: ${numberOfFailures}.`,
  validAndAllExamplesHold: (ruleCount: string) => `${ruleCount}: valid, and all examples hold.\n`,
  gatherEvidenceFromALive: 'gather evidence from a live server into a file',
  connectsReadsVariablesCountersWaits:
    'Connects, reads variables, counters, waits and statements, samples the server for a while, and writes one .lks file. Nothing is changed on the server, unless --deep is given and agreed to. Ctrl-C keeps what was gathered as a partial snapshot.',
  fileToWriteDefaultAName: 'file to write (default: a name made of server and time)',
  aboveThisNumberOfTables: 'above this number of tables, keys and indexes are not read (default: 5000)',
  enableWaitInstrumentsAndInnodb:
    'enable wait instruments and InnoDB counters for the window, after showing the statements, and restore them',
  sampleTheStacksOfThe:
    'sample the stacks of the server with perf for this long, where it runs on this machine, after showing the command',
  withDeepAndPerfAgree: 'with --deep and --perf: agree to what would be done without being asked',
  askTheServerForNo: 'do not EXPLAIN statements; permanently: latchkey explain off',
  printNothingButErrorsFor: 'print nothing but errors, for cron and timers',
  printTheSummaryOrThe: 'print the summary (or the analysis) as JSON; progress as JSON lines on stderr',
  withFromTheServerAs: 'with --from: the server, as `latchkey history servers` names it',
  withFromTheSpanSuch: "with --from: the span, such as 'mon 08:00' 'mon 12:00' or -24h now",
  withFromAndServerCarry:
    'with --from and --server: carry the hours before along, such as 14d; without --between in a snapshot of the server itself',
  thePasswordComesFromPassword: `
The password comes from --password (asked), --password-stdin, LATCHKEY_PASSWORD, MYSQL_PWD, a login path or an option
file; for SSH from the agent, --ssh-password, --ssh-password-stdin or LATCHKEY_SSH_PASSWORD.

Examples:
  latchkey snapshot --socket /run/mysqld/mysqld.sock --user root --for 30s -o today.lks
  latchkey snapshot mysql://monitor@db1.example.com:3306 --password --ssl-mode verify-ca --ssl-ca ca.pem
  latchkey snapshot --socket /run/mysqld/mysqld.sock --user root --for 60s --deep
  latchkey snapshot --socket /run/mysqld/mysqld.sock --user root --for 30s --perf 5s
  latchkey snapshot --ssh admin@db1.example.com --socket /run/mysqld/mysqld.sock --user monitor --password
  latchkey snapshot --defaults-file ~/.my.cnf --ram 64G --cpus 16 --storage nvme --json
  latchkey snapshot --from prometheus://metrics.example.com:9090 --server db1 --between 'mon 08:00' 'mon 12:00'`,
  aHistoryNeedsFromServer: 'A history needs --from, --server and --history.',
  latchkeySnapshotHostDb1From:
    'latchkey snapshot --host db1 --from prometheus://metrics.example.com:9090 --server db1 --history 14d',
  aSnapshotOfAMetrics: 'A snapshot of a metrics store needs --server and --between, and no other URL.',
  latchkeySnapshotFromUrlServer:
    "latchkey snapshot --from URL --server NAME --between 'mon 08:00' 'mon 12:00'; latchkey history servers --from URL lists the names.",
  reading: (server: string, span: string) => `Reading ${server}: ${span}.`,
  noStatementWillBeExplained: 'No statement will be explained: the server knows none that scans.\n',
  thisStatement: 'This statement',
  these: (statementCount: string) => `These ${statementCount}`,
  willBeExplainedExplainWhere: (count: string, lines: string) =>
    `${count} will be explained (EXPLAIN, where the server kept a whole SELECT over tables of it; --no-explain leaves it out):\n${lines}`,
  theSnapshotIsInRun: (file: string) =>
    `The snapshot is in ${file}. run latchkey restore to restore the rest.`,
  cancelledWhatWasGatheredUntilThen: (file: string) =>
    `Cancelled. What was gathered until then is in ${file}.`,
  theSnapshotIsPartial: (text: string) => `The snapshot is partial: ${text}`,
  theConnectionWasLost: 'the connection was lost',
  whatWasGatheredUntilThenIs: (file: string) => `What was gathered until then is in ${file}.`,
  listTheStatementsThatCost: 'list the most expensive statements',
  topSqlOfASnapshot:
    "Top SQL of a snapshot: statements by share of time, with calls, mean, p95 and p99, rows examined and sent, temporary tables, lock time and errors of each call. From statement digests, prepared statements or an imported slow log. Latchkey's own statements are left out. No server is needed.",
  aFileOrTheId: 'a file, or the id of a snapshot in the history',
  whatComesFirst: 'what comes first',
  statementsToList: 'statements to list',
  examplesLatchkeyTopTodayLks: `
Examples:
  latchkey top today.lks
  latchkey top today.lks --by rows --limit 3
  latchkey top today.lks --json | jq '.statements[0].text'`,
  undoWhatLatchkeyApplyHas: 'undo what latchkey apply has set',
  everyAppliedChangeKeepsA:
    'Every applied change keeps a record of the values before it. Undo sets them again and reads them back. A variable that someone else has set since is left alone and reported.',
  theRecordAsApplyPrinted: 'the record, as apply printed it',
  theLatestAppliedChange: 'the latest applied change',
  onlyShowWhatCanBe: 'only show what can be undone',
  theServerIsTheOneThat: `
The server is the one that the record names, unless connection options say otherwise. After a restart of the server
nothing is left to undo: SET GLOBAL is forgotten then.

Examples:
  latchkey undo --list
  latchkey undo --last --password`,
  giveAnEntryLastOr: 'Give an entry, --last or --list.',
  latchkeyUndoListShowsThe: 'latchkey undo --list shows the applied changes.',
  nothingToUndo: 'Nothing to undo.\n',
  thereIsNoAppliedChange: 'There is no applied change to undo.',
  takeASnapshotWhenA: 'take a snapshot when a condition holds',
  samplesTheServerAndTakes:
    'Samples the server and takes a snapshot each time the condition has held for its time. Each snapshot also keeps the samples before the trigger. Conditions are written as in rules: status.X for levels (or X alone), rate.X for counters per second, with && || ! and comparisons.',
  samplingDurationOfEachSnapshot: 'sampling duration of each snapshot',
  samplesBeforeTheTriggerTo: 'samples before the trigger to keep; at most 1h',
  endAfterSoManySnapshots: 'end after so many snapshots',
  pauseAfterASnapshot: 'pause after a snapshot',
  endAfterThisTimeDefault: 'end after this time (default: at the limit, or Ctrl-C)',
  folderForTheSnapshots: 'folder for the snapshots',
  printTheSummariesAsJson: 'print the summaries as JSON; progress as JSON lines on stderr',
  theConditionWasNeverMet: 'The condition was never met: no snapshot was taken.\n',
  cancelledAfterOfAtMost: (numberOfTaken: number, limit: number) =>
    `Cancelled after ${numberOfTaken} of at most ${limit} snapshots.`,
};

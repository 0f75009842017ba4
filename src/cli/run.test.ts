import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleAnalysis, exampleFinding, examplePlan } from '../../test/cli/example-analysis';
import { fakeTerminal } from '../../test/cli/fake-terminal';
import { exampleSnapshot } from '../../test/files/example-snapshot';
import { buildPlan, outputRefusal } from '../analysis';
import type { CallInput, Calls, Engine } from '../engine';
import type { FileOutcome } from '../engine/analyses/judge-file';
import { type ViewName, viewOf } from '../engine/analyses/views';
import { readRuleFiles } from '../files/rules/rule-files';
import { writeSnapshot } from '../files/snapshot/snapshot-file';
import { analysisSchema } from '../shared/analysis';
import { systemClock } from '../shared/base/clock';
import { errorDocumentSchema, LatchkeyError, toLatchkeyError } from '../shared/base/error';
import type { JournalEntry, RestoreOutcome } from '../shared/change';
import type { Decisions } from '../shared/decisions';
import { type ImportOutcome, type ImportRequest, importReportSchema } from '../shared/import';
import { planFormats, planSchema } from '../shared/plan';
import { type Snapshot, snapshotSummarySchema, summarise } from '../shared/snapshot';
import { runCommandLine } from './run';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Handlers of some calls; the input of others than those of the contract is theirs to know. */
type Parts = Partial<Calls>;

const noDecisions: Decisions = { locks: [], mutes: [], damaged: [] };

/** Every call that a test does not foresee fails it. */
function fakeEngine(given: Parts): Engine {
  const parts: Parts = {
    'snapshot.read': async ({ path }) => ({ id: path, snapshot: exampleSnapshot() }),
    'snapshot.find': async ({ fileOrId }) => fileOrId,
    'analysis.get': async ({ id }) => {
      const analysis = exampleAnalysis();
      return { ...analysis, snapshot: { ...analysis.snapshot, path: id } };
    },
    'analysis.files': async ({ paths }) => judged(paths, 'analysis'),
    'analysis.documents': async ({ paths }) => judged(paths, 'document'),
    'plan.get': async () => examplePlan(),
    'plan.formats': async () =>
      planFormats.map((format) => ({ format, refusal: outputRefusal(format, exampleSnapshot().server) })),
    'plan.locks.list': async () => noDecisions,
    'findings.mute.list': async () => noDecisions,
    'explaining.get': async () => ({ on: true }),
    'rules.check': async () => ({ rules: 1, faults: [], failures: [] }),
    'restore.pending': async () => [],
    'restore.damaged': async () => [],
    'plan.undoable': async () => [],
    ...given,
  };
  /** As the engine judges many files, by the calls that a test gives for one. */
  async function* judged<V extends ViewName>(
    paths: readonly string[],
    view: V,
  ): AsyncGenerator<FileOutcome<V>> {
    for (const path of paths) {
      try {
        const { snapshot } = await call('snapshot.read', { path });
        const analysis = await call('analysis.get', { id: path });
        yield { path, value: viewOf(view, { path, snapshot, analysis, isOfFew: true }) };
      } catch (error) {
        yield { path, error: toLatchkeyError(error).toDocument() };
      }
    }
  }
  const call: Engine['call'] = (name, input, context) => {
    const handler: Parts[typeof name] = parts[name];
    if (handler === undefined) throw new Error(`not foreseen: ${name}`);
    return handler(input, { signal: new AbortController().signal, report: () => {}, ...context });
  };
  return { call, changing: () => false, close: async () => {} };
}

async function run(
  argv: string[],
  parts: Parts = {},
  options: Parameters<typeof fakeTerminal>[0] & { signal?: AbortSignal } = {},
) {
  const { terminal, out, err, prompts } = fakeTerminal(options);
  const rules: (string | undefined)[] = [];
  const code = await runCommandLine(argv, '1.2.3', {
    terminal,
    clock: systemClock,
    signal: options.signal ?? new AbortController().signal,
    engine: async (wanted) => {
      rules.push(wanted.rules);
      return fakeEngine(parts);
    },
  });
  return { code, out: out(), err: err(), prompts, rules };
}

/** A snapshot as it is taken and kept; with what was asked, and where it was written. */
function taking(snapshot: Snapshot = exampleSnapshot()) {
  const requests: CallInput<'snapshot.take'>[] = [];
  const written: (string | undefined)[] = [];
  const parts: Parts = {
    'snapshot.take': async (request, { report, writeTo }) => {
      requests.push(request);
      written.push(writeTo);
      report({ done: 1, total: 2, phase: 'collect', note: 'variables', secondsLeft: 3 });
      return summarise(writeTo ?? '', snapshot);
    },
    'snapshot.document': async () => snapshot,
  };
  return { requests, written, parts };
}

test('version and help answer without an engine', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, out: '1.2.3\n', rules: [] });
  const help = await run(['--help']);
  expect(help).toMatchObject({ code: 0, err: '', rules: [] });
  for (const name of ['snapshot', 'analyze', 'plan', 'report', 'restore', 'rules']) {
    expect(help.out).toContain(`\n  ${name} `);
    const one = await run([name, '--help']);
    expect(one).toMatchObject({ code: 0, err: '', rules: [] });
    expect(one.out).toContain(`latchkey ${name}`);
    expect(one.out).toContain('Examples:');
  }
});

test('every rule that the help names in an example is there', async () => {
  const ids = (await readRuleFiles(['rules'])).map(({ path }) => basename(path, '.yaml'));
  const named: string[] = [];
  for (const command of ['plan', 'report', 'rules']) {
    const { out } = await run([command, '--help']);
    for (const [, list = ''] of out.matchAll(/(?:--accept|rules explain) ([a-z][\w,-]*)/g))
      named.push(...list.split(','));
  }
  expect(named.length).toBeGreaterThanOrEqual(2);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

test('an unknown command or option suggests the nearest one and gives exit code 2', async () => {
  expect(await run(['analyse', 'x.lks'])).toEqual({
    code: 2,
    out: '',
    err: "latchkey: Unknown command 'analyse'.\nhint: Did you mean analyze? latchkey --help lists the commands.\n",
    prompts: [],
    rules: [],
  });
  expect((await run(['snapshot', '--sokcet', 'x'])).err).toBe(
    "latchkey: Unknown option '--sokcet'.\nhint: Did you mean --socket? latchkey snapshot --help shows what it takes.\n",
  );
  expect(await run([])).toMatchObject({
    code: 2,
    err: 'latchkey: Give a command.\nhint: latchkey --help lists them.\n',
  });
  expect((await run(['analyze'])).code).toBe(2);
  expect((await run(['bogus'])).err).toBe(
    "latchkey: Unknown command 'bogus'.\nhint: latchkey --help lists the commands.\n",
  );
  expect(await run(['help', 'nosuch'])).toMatchObject({
    code: 2,
    out: '',
    err: "latchkey: There is no command 'nosuch'.\nhint: latchkey --help lists the commands.\n",
  });
  expect((await run(['help', 'plan'])).out).toContain('Usage: latchkey plan');
  expect((await run(['plan', 'x.lks', '--format', 'cfn'])).err).toContain('Allowed choices are cnf, diff');
});

test('with --json an error is one JSON document on stderr', async () => {
  const { code, err } = await run(['snapshot', '--json', '--for', 'long']);
  expect(code).toBe(2);
  expect(errorDocumentSchema.parse(JSON.parse(err))).toMatchObject({ code: 'usage' });
});

test('a password on the command line is refused and never repeated', async () => {
  for (const argv of [
    ['snapshot', '-psesame'],
    ['snapshot', '--password=sesame'],
    ['snapshot', '--password', 'sesame'],
    ['snapshot', 'mysql://root:sesame@db1/'],
    ['snapshot', '-uroot', '-psesame', '--json'],
  ]) {
    const { code, out, err } = await run(argv);
    expect(code).toBe(2);
    expect(out + err).not.toContain('sesame');
  }
  expect((await run(['snapshot', 'mysql://root:sesame@db1'])).err).toContain('--password-stdin');
});

test('connection, host and window options reach the engine', async () => {
  const { requests, parts } = taking();
  const argv =
    'snapshot mysql://monitor@db1:3307 -o FILE --for 2m --interval 500ms --keep-literals --ssl-mode VERIFY_CA --ssl-ca ca.pem --ram 64G --cpus 16 --storage nvme --iops 20000 --defaults-file my.cnf --defaults-group-suffix _x';
  const { code } = await run(argv.replace('FILE', join(folder, 'x.lks')).split(' '), parts);
  expect(code).toBe(0);
  expect(requests).toEqual([
    {
      target: {
        host: 'db1',
        port: 3307,
        user: 'monitor',
        sslMode: 'verify-ca',
        sslCa: 'ca.pem',
        defaultsFile: 'my.cnf',
        defaultsGroupSuffix: '_x',
      },
      secrets: {},
      windowSeconds: 120,
      intervalMs: 500,
      keepLiterals: true,
      declaredHost: { memoryBytes: 64 * 1024 ** 3, cpus: 16, storage: 'nvme', iops: 20_000 },
    },
  ]);
});

test('the password comes from stdin, a prompt or the environment', async () => {
  const file = join(folder, 'x.lks');
  const password = async (argv: string[], options: Parameters<typeof fakeTerminal>[0]) => {
    const { requests, parts } = taking();
    await run(['snapshot', '-h', 'db1', '-o', file, ...argv], parts, options);
    return requests[0]?.secrets.password;
  };
  expect(await password(['--password-stdin'], { stdin: 'from stdin' })).toBe('from stdin');
  expect(await password(['-p'], { typed: 'typed' })).toBe('typed');
  expect(await password([], { environment: { MYSQL_PWD: 'a', LATCHKEY_PASSWORD: 'b' } })).toBe('b');
  expect(await password([], { environment: { MYSQL_PWD: 'a' } })).toBe('a');
  expect(await password([], {})).toBeUndefined();
});

test('a file that is there is not written over: a snapshot with --force only, anything else never', async () => {
  const { parts } = taking();
  const other = join(folder, 'notes.txt');
  await writeFile(other, 'mine');
  const refused = await run(['snapshot', '-h', 'db1', '-o', other, '--force'], parts);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('is not a snapshot') });
  const zip = join(folder, 'other.gz');
  await writeFile(zip, gzipSync('mine'));
  expect((await run(['snapshot', '-h', 'db1', '-o', zip, '--force'], parts)).code).toBe(2);
  const file = join(folder, 'there.lks');
  await writeFile(file, gzipSync('{"schema":"latchkey/snapshot/1","id":"x"}'));
  const there = await run(['snapshot', '-h', 'db1', '-o', file], parts);
  expect(there).toMatchObject({ code: 2, err: expect.stringContaining('--force') });
  expect((await run(['snapshot', '-h', 'db1', '-o', file, '--force'], parts)).code).toBe(0);
});

test('snapshot --json prints a valid summary, and progress as JSON lines on stderr', async () => {
  const { parts } = taking();
  const file = join(folder, 'x.lks');
  const { code, out, err } = await run(['snapshot', '-h', 'db1', '-o', file, '--json'], parts);
  expect(code).toBe(0);
  expect(snapshotSummarySchema.parse(JSON.parse(out))).toMatchObject({ path: file, complete: true });
  expect(
    err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ done: 1, total: 2, phase: 'collect', note: 'variables', secondsLeft: 3 }]);
});

test('snapshot says which sections are missing and why', async () => {
  const { parts } = taking();
  const { out } = await run(['snapshot', '-h', 'db1', '-o', join(folder, 'x.lks')], parts);
  expect(out).toContain('1 of 2 sections');
  expect(out).toContain('innodb-status skipped: SHOW ENGINE INNODB STATUS needs the PROCESS privilege.');
});

test('snapshot names what is in the way once, with the sections it would open and the GRANT', async () => {
  const missing = (text: string): Snapshot['sections'][string] => ({
    status: 'skipped',
    tookMs: 0,
    reason: {
      code: 'privilege',
      text: `This account lacks SELECT on performance_schema.*. The server says: ${text}`,
      remedy: "GRANT SELECT ON performance_schema.* TO 'app'@'%';",
    },
  });
  const { parts } = taking(
    exampleSnapshot({
      sections: { 'file-io': missing('error 1142 a'), 'table-io': missing('error 1142 b') },
    }),
  );
  const { out } = await run(['snapshot', '-h', 'db1', '-o', join(folder, 'x.lks')], parts);
  expect(out.split('\n').slice(1)).toEqual([
    '  file-io, table-io skipped: This account lacks SELECT on performance_schema.*.',
    '    They come with:',
    "      GRANT SELECT ON performance_schema.* TO 'app'@'%';",
    '',
  ]);
});

test('a terminal sees progress on one line that is cleared at the end', async () => {
  const { parts } = taking();
  const { err } = await run(['snapshot', '-h', 'db1', '-o', join(folder, 'x.lks')], parts, { tty: true });
  expect(err).toBe('\r\u001b[Kcollect 1/2: variables, 3 s left\r\u001b[K');
});

test('a cancelled snapshot is kept and gives exit code 130', async () => {
  const reason = { code: 'cancelled', text: 'Cancelled after 3 s.' } as const;
  const { parts, written } = taking(exampleSnapshot({ complete: false, incomplete: reason }));
  const file = join(folder, 'x.lks');
  const { code, err, out } = await run(['snapshot', '-h', 'db1', '-o', file], parts);
  expect(code).toBe(130);
  expect(written).toEqual([file]);
  expect(out).toContain('partial: Cancelled after 3 s.');
  expect(err).toBe(`latchkey: Cancelled. What was gathered until then is in ${file}.\n`);
});

test('a snapshot that lost its connection is kept and gives exit code 3', async () => {
  const reason = { code: 'error', text: 'The server closed the connection.' } as const;
  const { parts } = taking(exampleSnapshot({ complete: false, incomplete: reason }));
  const file = join(folder, 'x.lks');
  const { code, err } = await run(['snapshot', '-h', 'db1', '-o', file], parts);
  expect(code).toBe(3);
  expect(err).toBe(
    `latchkey: The snapshot is partial: The server closed the connection.\nhint: What was gathered until then is in ${file}.\n`,
  );
});

test('a snapshot is not begun when its file could not be written', async () => {
  const { requests, parts } = taking();
  const { code, err } = await run(['snapshot', '-h', 'db1', '-o', join(folder, 'no', 'x.lks')], parts);
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(err).toContain(`there is no folder ${folder}/no.`);
});

test('analyze prints valid documents, one a line, and exit code 1 for warnings', async () => {
  const { code, out } = await run(['analyze', 'a.lks', 'b.lks', '--json']);
  expect(code).toBe(1);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => analysisSchema.parse(JSON.parse(line)).snapshot.path),
  ).toEqual(['a.lks', 'b.lks']);
});

test('analyze gives 0 when there is nothing above a notice', async () => {
  const notice = exampleAnalysis({ findings: [exampleFinding({ severity: 'notice' })] });
  expect(await run(['analyze', 'a.lks'], { 'analysis.get': async () => notice })).toMatchObject({ code: 0 });
});

test('analyze says headline, numbers, advice, plan and what was not checked', async () => {
  const { out } = await run(['analyze', 'a.lks']);
  for (const text of [
    'Redo log nearly full, commits stall on checkpointing.',
    'CRITICAL  The redo log is too small',
    'in 21 of 30 s',
    'Time to fill the redo log: 14 s (threshold 60 min, one hour of writes)',
    'innodb_redo_log_capacity: 8M -> 4G (now, without a restart)',
    'Enough when: recovery takes longer than you can afford',
    'Left out: innodb_io_capacity. The storage is not known.',
    'mdl-hash: Wait instruments are off.',
    '1 finding, 1 rule passed, 1 not checked.',
  ]) {
    expect(out).toContain(text);
  }
  expect(out).not.toContain('\u001b');
});

test('colour comes on a terminal only, and never with NO_COLOR', async () => {
  expect((await run(['analyze', 'a.lks'], {}, { tty: true })).out).toContain('\u001b[31mCRITICAL');
  const noColour = await run(['analyze', 'a.lks'], {}, { tty: true, environment: { NO_COLOR: '1' } });
  expect(noColour.out).not.toContain('\u001b');
});

test('escape sequences in names from a server do not reach the terminal', async () => {
  const hostile = exampleAnalysis({ findings: [exampleFinding({ title: 'x\u001b]0;owned\u0007' })] });
  const { out } = await run(['analyze', 'a.lks'], { 'analysis.get': async () => hostile });
  expect(out).toContain('x\\u{1b}]0;owned\\u{7}');
});

test('one unreadable file among several is reported and the others are judged', async () => {
  const { code, out, err } = await run(['analyze', 'bad.lks', 'good.lks', '--json'], {
    'snapshot.read': async ({ path }) => {
      if (path === 'bad.lks')
        throw new LatchkeyError('not-a-snapshot', 'bad.lks is not a Latchkey snapshot.');
      return { id: path, snapshot: exampleSnapshot() };
    },
  });
  expect(code).toBe(2);
  const error = { code: 'not-a-snapshot', message: 'bad.lks is not a Latchkey snapshot.' };
  expect(JSON.parse(err)).toEqual(error);
  const [bad, good, ...more] = out.trim().split('\n');
  expect(more).toEqual([]);
  expect(JSON.parse(bad ?? '')).toEqual({ schema: 'latchkey/analysis-failure/1', path: 'bad.lks', error });
  expect(analysisSchema.parse(JSON.parse(good ?? '')).snapshot.path).toBe('good.lks');
});

test('a folder of many snapshots gives a line each, says how far it is, and goes on after a broken one', async () => {
  const names = Array.from({ length: 201 }, (_, index) => `${String(index).padStart(3, '0')}.lks`);
  for (const name of names) await writeFile(join(folder, name), '');
  const read: string[] = [];
  const { code, out, err } = await run(['analyze', folder, '--json'], {
    'snapshot.read': async ({ path }) => {
      read.push(basename(path));
      if (path.endsWith('150.lks')) throw new LatchkeyError('snapshot-corrupt', '150.lks is damaged.');
      return { id: path, snapshot: exampleSnapshot() };
    },
  });
  expect(code).toBe(2);
  expect(read).toEqual(names);
  const lines = out.trim().split('\n');
  expect(lines).toHaveLength(names.length);
  expect(JSON.parse(lines[150] ?? '')).toMatchObject({ error: { code: 'snapshot-corrupt' } });
  const said = err.trim().split('\n');
  expect(said.map((line) => JSON.parse(line).done ?? JSON.parse(line).code)).toEqual([
    100,
    'snapshot-corrupt',
    200,
  ]);
});

test('a folder without snapshots is an error', async () => {
  expect(await run(['analyze', folder])).toMatchObject({
    code: 2,
    err: `latchkey: There is no snapshot in the folder ${folder}.\nhint: Snapshots end in .lks. For another tool's files use \`latchkey import\`.\n`,
  });
});

test('plan takes choices, and --json prints a valid plan', async () => {
  const asked: unknown[] = [];
  const { code, out } = await run(
    [
      'plan',
      'a.lks',
      '--json',
      '--accept',
      'redo-too-small',
      '--lock',
      'Max-Connections,innodb_buffer_pool_size',
      '--set',
      'Max-Connections=200',
    ],
    {
      'plan.get': async ({ choices }) => {
        asked.push(choices);
        return examplePlan();
      },
      'plan.render': async () => ({
        text: JSON.stringify(examplePlan()),
        fileName: 'plan.json',
        remarks: [],
      }),
    },
  );
  expect(code).toBe(0);
  planSchema.parse(JSON.parse(out));
  expect(asked).toEqual([
    {
      accepted: ['redo-too-small'],
      locked: ['max_connections', 'innodb_buffer_pool_size'],
      set: { max_connections: '200' },
    },
  ]);
});

test('plan refuses a rule that found nothing', async () => {
  expect(await run(['plan', 'a.lks', '--accept', 'nothing'])).toMatchObject({
    code: 2,
    err: 'latchkey: No finding of this snapshot comes from nothing.\nhint: Findings: redo-too-small.\n',
  });
});

/** The real plan of a variable set by hand, on the snapshot with these variables. */
function planning(variables: string[][], server: Partial<Snapshot['server']> = {}): Parts {
  const example = exampleSnapshot();
  const snapshot: Snapshot = {
    ...example,
    server: { ...example.server, ...server },
    sections: {
      variables: {
        status: 'ok',
        tookMs: 1,
        data: {
          end: {
            at: example.createdAt,
            tookMs: 1,
            table: { columns: ['name', 'value', 'source', 'path', 'min', 'max'], rows: variables },
          },
        },
      },
    },
  };
  return {
    'snapshot.read': async ({ path }) => ({ id: path, snapshot }),
    'analysis.get': async () => exampleAnalysis({ findings: [] }),
    'plan.get': async ({ choices }) => buildPlan(snapshot, [], choices),
    'plan.formats': async () =>
      planFormats.map((format) => ({ format, refusal: outputRefusal(format, snapshot.server) })),
    'plan.render': async ({ format }) => ({ text: '', fileName: format, remarks: [] }),
    'report.render': async () => 'report',
  };
}

test('what --set and --lock name must be on the server and have a value of its type', async () => {
  const parts = planning([['innodb_buffer_pool_size', '134217728', '', '', '', '']]);
  for (const command of ['plan', 'report']) {
    expect(await run([command, 'a.lks', '--set', 'nosuch=3'], parts)).toMatchObject({
      code: 2,
      out: '',
      err: 'latchkey: --set nosuch=3 is not possible. It does not exist on this server (MySQL 9.7.4).\n',
    });
    expect(await run([command, 'a.lks', '--set', 'innodb-buffer-pool-size=abc'], parts)).toMatchObject({
      code: 2,
      err: 'latchkey: --set innodb_buffer_pool_size=abc is not possible. "abc" is not a value of type size.\n',
    });
    expect(await run([command, 'a.lks', '--lock', 'nosuchvar'], parts)).toMatchObject({
      code: 2,
      err: 'latchkey: --lock names what this server (MySQL 9.7.4) does not have: nosuchvar.\n',
    });
  }
});

test('a value that the server would not store as asked is reported', async () => {
  const parts = planning([
    ['innodb_io_capacity', '100', '', '', '100', '18446744073709551615'],
    ['innodb_io_capacity_max', '200', '', '', '100', '18446744073709551615'],
    ['max_connections', '151', '', '', '1', '100000'],
  ]);
  const remarks = async (setting: string) => {
    const { code, err } = await run(['plan', 'a.lks', '--set', setting], parts);
    expect(code).toBe(0);
    return err;
  };
  const held = ['plan', 'a.lks', '--set', 'innodb_io_capacity=2000', '--lock', 'innodb_io_capacity_max'];
  expect((await run(held, parts)).err).toBe(
    'innodb_io_capacity: 2000 was asked, the server would store 200 (because of innodb_io_capacity_max).\n',
  );
  expect(await remarks('innodb_io_capacity=2000')).toBe('');
  expect(await remarks('max_connections=200000')).toBe(
    'max_connections: 200000 was asked, the server would store 100000 (the highest it takes).\n',
  );
  expect(await remarks('innodb_io_capacity=50')).toBe(
    'innodb_io_capacity: 50 was asked, nothing would change. Already in force: the server holds 100.\n',
  );
  expect(await remarks('max_connections=500')).toBe('');
});

test('an empty diff says that no change is proposed', async () => {
  expect(await run(['plan', 'a.lks', '--format', 'diff'], planning([]))).toMatchObject({
    code: 0,
    out: '',
    err: 'No change is proposed.\n',
  });
});

test.each([
  { flavour: 'mariadb', version: [11, 8, 6], reason: 'MariaDB has no SET PERSIST.' },
  {
    flavour: 'mysql',
    version: [5, 6, 24],
    reason: 'SET PERSIST came with MySQL 8.0; this server is 5.6.24.',
  },
] as const)('SET PERSIST is refused on $flavour $version', async ({ flavour, version, reason }) => {
  for (const format of ['set-persist', 'set-persist-only']) {
    const parts = planning([], { flavour, version: [...version] });
    expect(await run(['plan', 'a.lks', '--format', format], parts)).toMatchObject({
      code: 2,
      out: '',
      err: `latchkey: ${reason}\nhint: Use --format cnf: an option file.\n`,
    });
  }
  expect((await run(['plan', 'a.lks', '--format', 'set-persist'], planning([]))).code).toBe(0);
});

test('the summary is one page of HTML, compared with an earlier snapshot where one is given', async () => {
  const written: string[][] = [];
  const parts: Parts = {
    'snapshot.read': async ({ path }) => ({ id: `id of ${path}`, snapshot: exampleSnapshot() }),
    'report.render': async ({ id, format, summary }) => `${id}, ${format}, ${JSON.stringify(summary)}`,
    'document.write': async ({ path, text }) => void written.push([path, text]),
  };
  await run(['report', 'b.lks', '--summary', '-o', 's.html'], parts);
  await run(['report', 'b.lks', '--summary', '--before', 'a.lks', '-o', 's.html'], parts);
  expect(written.map(([, text]) => text)).toEqual([
    'id of b.lks, html, {"before":null}',
    'id of b.lks, html, {"before":"id of a.lks"}',
  ]);
  expect(await run(['report', 'b.lks', '--summary', '-o', 's.md'], parts)).toMatchObject({ code: 2 });
  expect(await run(['report', 'b.lks', '--before', 'a.lks', '-o', 'r.html'], parts)).toMatchObject({
    code: 2,
  });
});

test('plan and report write to a file through the engine', async () => {
  const written: string[][] = [];
  const parts: Parts = {
    'plan.render': async ({ format, myCnfPath }) => ({
      text: `${format} ${myCnfPath}`,
      fileName: 'x',
      remarks: [],
    }),
    'report.render': async ({ format }) => `report ${format}`,
    'document.write': async ({ path, text }) => void written.push([path, text]),
  };
  await run(['plan', 'a.lks', '--my-cnf', 'my.cnf', '--format', 'diff', '-o', 'out.diff'], parts);
  await run(['report', 'a.lks', '-o', 'out.html'], parts);
  expect(written).toEqual([
    ['out.diff', 'diff my.cnf'],
    ['out.html', 'report html'],
  ]);
  written.length = 0;
  for (const name of ['a.md', 'b.JSON', 'c', 'd.htm']) await run(['report', 'a.lks', '-o', name], parts);
  await run(['report', 'a.lks', '--format', 'json', '-o', 'e.txt'], parts);
  expect(written.map(([name, text]) => `${name}: ${text}`)).toEqual([
    'a.md: report markdown',
    'b.JSON: report json',
    'c: report html',
    'd.htm: report html',
    'e.txt: report json',
  ]);
  const pdf = await run(['report', 'a.lks', '-o', 'a.pdf'], parts);
  expect(pdf).toMatchObject({
    code: 2,
    err: expect.stringMatching(/not written as \.pdf[\s\S]*in the window/),
  });
  expect((await run(['report', 'a.lks', '-o', 'a.docx'], parts)).code).toBe(2);
  expect(await run(['report', 'a.lks'], parts, { tty: true })).toMatchObject({ code: 2 });
});

const entry: JournalEntry = {
  schema: 'latchkey/journal/1',
  id: 'e1',
  purpose: 'probe',
  phase: 'changing',
  createdAt: '2026-11-21T03:04:05Z',
  target: { host: 'db1' },
  serverKey: 'k',
  serverStartedAt: '2026-11-20T00:00:00Z',
  connectionId: null,
  owner: null,
  items: [
    {
      kind: 'global-variable',
      variable: 'innodb_io_capacity',
      type: 'number',
      original: '200',
      proposed: '2000',
      stored: '2000',
      state: 'set',
    },
  ],
  statements: [],
};

test('restore restores every interrupted change, not those that were applied to stay', async () => {
  const restored: unknown[] = [];
  const outcome = (entryId: string, status: RestoreOutcome['status']): RestoreOutcome => ({
    entryId,
    status,
    detail: 'Done.',
    restored: [],
    remaining: [],
  });
  const parts: Parts = {
    'restore.pending': async () => [entry, { ...entry, id: 'e2', phase: 'kept' }, { ...entry, id: 'e3' }],
    'restore.run': async ({ entryId, force, ...connect }) => {
      restored.push([entryId, connect]);
      return outcome(entryId, entryId === 'e3' ? 'pending' : 'restored');
    },
  };
  const { code, out } = await run(['restore'], parts);
  expect(restored).toEqual([
    ['e1', { secrets: {} }],
    ['e3', { secrets: {} }],
  ]);
  expect(code).toBe(5);
  expect(out).toBe('e1: restored: Done.\ne3: pending: Done.\n');
  expect((await run(['restore', 'e2', '-h', 'other'], parts)).code).toBe(0);
  expect(restored.at(-1)).toEqual(['e2', { target: { host: 'other' }, secrets: {} }]);
  expect((await run(['restore', '--list'], parts)).out).toContain(
    'innodb_io_capacity: was 200 (set to 2000)',
  );
});

test('a damaged journal file is named, and the restore counts as incomplete', async () => {
  const parts: Parts = {
    'restore.damaged': async () => [{ path: '/j/a.json', reason: 'it is not JSON' }],
  };
  const { code, err } = await run(['restore'], parts);
  expect(code).toBe(5);
  expect(err).toContain('The journal file /j/a.json cannot be read: it is not JSON');
});

test('restore with nothing pending, or an unknown id', async () => {
  expect(await run(['restore'])).toMatchObject({ code: 0, out: 'Nothing to restore.\n' });
  const parts: Parts = {
    'restore.run': async () => {
      throw new LatchkeyError('not-found', 'There is no such entry.');
    },
  };
  expect(await run(['restore', 'x'], parts)).toMatchObject({ code: 2 });
});

test('rules are listed, checked and explained', async () => {
  const parts: Parts = {
    'rules.list': async () => ({
      rules: [
        { id: 'a-rule', title: 'A', area: 'redo', severity: 'warning', path: 'rules/redo/a-rule.yaml' },
      ],
      ownFolder: '',
    }),
    'rules.text': async () => 'id: a-rule\n',
  };
  expect((await run(['rules', 'list'], parts)).out).toBe('a-rule  redo           warning   A\n');
  expect(await run(['rules', 'check', 'mine'], parts)).toMatchObject({
    code: 0,
    out: '1 rule: valid, and all examples hold.\n',
    rules: ['mine'],
  });
  expect((await run(['rules', 'explain', 'a-rule', '--source'], parts)).out).toBe('id: a-rule\n');
  const failing = {
    ...parts,
    'rules.check': async () => ({
      rules: 1,
      faults: [],
      failures: [{ ruleId: 'a-rule', path: 'mine/a.yaml', example: 'busy', problem: 'is passed, not fired' }],
    }),
  };
  expect(await run(['rules', 'check', 'mine'], failing)).toMatchObject({
    code: 2,
    out: 'mine/a.yaml: example "busy" is passed, not fired\n',
    err: 'latchkey: Examples that do not hold: 1.\n',
  });
  const invalid = {
    'rules.check': async () => {
      throw new LatchkeyError('invalid-rule', 'mine/a.yaml:3: unknown field "wen".');
    },
  };
  expect(await run(['rules', 'check', 'mine'], invalid)).toMatchObject({
    code: 2,
    err: 'latchkey: mine/a.yaml:3: unknown field "wen".\n',
  });
});

test('variables are locked and rules muted for every plan; both are listed and taken back', async () => {
  const at = '2026-11-21T03:04:05.000Z';
  const asked: string[][] = [];
  const parts: Parts = {
    'plan.locks.list': async () => ({
      locks: [{ variable: 'sync_binlog', reason: 'audit', at }],
      damaged: [{ path: 'x.json', message: 'It is not a lock that Latchkey wrote.' }],
    }),
    'findings.mute.list': async () => ({
      mutes: [{ ruleId: 'doublewrite-off', reason: 'ZFS', at }],
      damaged: [],
    }),
    'plan.locks.add': async ({ variable, reason = '' }) => {
      asked.push([variable, reason]);
      return { variable, reason, at, known: variable !== 'nosuch' };
    },
    'findings.mute.add': async ({ ruleId, reason }) => ({ ruleId, reason, at }),
    'plan.locks.remove': async ({ variable }) => ({ removed: variable === 'sync_binlog' }),
    'findings.mute.remove': async () => ({ removed: true }),
  };
  expect(await run(['lock', 'sync_binlog', 'nosuch', '--reason', 'audit'], parts)).toMatchObject({
    code: 0,
    out: 'sync_binlog is locked.\nnosuch is locked.\n',
    err: expect.stringContaining('knows no server with a variable nosuch'),
  });
  expect(asked).toEqual([
    ['sync_binlog', 'audit'],
    ['nosuch', 'audit'],
  ]);
  expect(await run(['lock'], parts)).toMatchObject({
    code: 0,
    out: 'sync_binlog  2026-11-21  audit\n',
    err: 'x.json: It is not a lock that Latchkey wrote.\n',
  });
  expect((await run(['mute', '--json'], parts)).out).toBe(
    `{"ruleId":"doublewrite-off","reason":"ZFS","at":"${at}"}\n`,
  );
  expect(await run(['mute', 'doublewrite-off'], parts)).toMatchObject({
    code: 2,
    err: expect.stringContaining('needs a reason'),
  });
  expect((await run(['mute', 'doublewrite-off', '--reason', 'ZFS'], parts)).code).toBe(0);
  expect((await run(['unlock', 'sync_binlog'], parts)).out).toBe('sync_binlog is no longer locked.\n');
  expect((await run(['unlock', 'other'], parts)).code).toBe(2);
  expect((await run(['unmute', 'doublewrite-off'], parts)).code).toBe(0);
});

test("what is muted, and the user's faulty rules, stand beside the diagnosis", async () => {
  const parts: Parts = {
    'analysis.get': async () => ({
      ...exampleAnalysis(),
      muted: [
        { ruleId: 'doublewrite-off', title: 'No doublewrite.', severity: 'critical', reason: 'ZFS', at: '' },
      ],
      faultyRules: [{ path: 'mine/a.yaml', message: 'mine/a.yaml:3: unknown field "wen".' }],
    }),
  };
  const { out } = await run(['analyze', 'a.lks'], parts);
  expect(out).toContain('doublewrite-off (critical): No doublewrite. Muted because: ZFS');
  expect(out).toContain('mine/a.yaml:3: unknown field "wen".');
});

test('rules check prints every faulty file, not only the first', async () => {
  const parts: Parts = {
    'rules.check': async () => ({
      rules: 0,
      faults: [
        { path: 'a.yaml', message: 'a.yaml:3: wrong' },
        { path: 'b.yaml', message: 'b.yaml:7: wrong too' },
      ],
      failures: [],
    }),
  };
  expect(await run(['rules', 'check', 'mine'], parts)).toMatchObject({
    code: 2,
    out: 'a.yaml:3: wrong\nb.yaml:7: wrong too\n',
    err: expect.stringContaining('Rules that are not valid: 2.'),
  });
});

test('a failure nobody foresaw is an internal error, not a stack trace', async () => {
  const parts: Parts = {
    'snapshot.read': async () => {
      throw new TypeError('x is not a function');
    },
  };
  expect(await run(['analyze', 'a.lks'], parts)).toMatchObject({
    code: 70,
    err: 'latchkey: Unexpected failure: x is not a function\n',
  });
});

const importOutcome: ImportOutcome = {
  tool: 'pt-stalk',
  files: [
    { path: 'a-variables', kind: 'answers of the server', outcome: 'used', text: 'variables' },
    { path: 'a-df', kind: null, outcome: 'ignored', text: 'nothing in it is known here' },
    { path: 'a\u001b[31m', kind: null, outcome: 'ignored', text: 'it is binary' },
  ],
  recognised: { variables: 5, status: 0, readings: 0, uptimeSeconds: null, notUnderstood: [] },
  remarks: ['The status was read once only'],
};

/** An import of any request, as it is kept; `asked` has the requests. */
function importing(): { parts: Parts; asked: ImportRequest[] } {
  const asked: ImportRequest[] = [];
  const parts: Parts = {
    'import.open': async (request, { writeTo }) => {
      asked.push(request);
      return {
        schema: 'latchkey/import/1',
        ...importOutcome,
        snapshot: { ...summarise(writeTo ?? '', exampleSnapshot()), id: writeTo ?? '' },
      };
    },
    'snapshot.document': async () => exampleSnapshot(),
  };
  return { parts, asked };
}

test('import says what it made of which files, and what it left out', async () => {
  const { parts, asked } = importing();
  const { code, out } = await run(
    [
      'import',
      'stalk',
      '-o',
      join(folder, 'x.lks'),
      '--only',
      '2026_',
      '--server-version',
      '5.1.73',
      '--ram',
      '64G',
    ],
    parts,
  );
  expect(code).toBe(0);
  expect(asked).toEqual([
    {
      path: 'stalk',
      keepLiterals: false,
      declaredHost: { memoryBytes: 64 * 1024 ** 3 },
      only: '2026_',
      serverVersion: '5.1.73',
    },
  ]);
  expect(out).toContain('made of 1 of 3 files (pt-stalk)');
  expect(out).toContain('a-variables: answers of the server: variables');
  expect(out).toContain('ignored, nothing in it is known here: a-df');
  expect(out).toContain('Note: The status was read once only.');
  expect(out).not.toContain('\u001b');
});

test('import --json prints the report, --analyze the analysis with its exit code', async () => {
  const { parts } = importing();
  const report = await run(['import', 'x', '-o', join(folder, 'x.lks'), '--json'], parts);
  expect(importReportSchema.parse(JSON.parse(report.out)).files.length).toBe(3);
  const judged = await run(['import', 'x', '-o', join(folder, 'x.lks'), '--json', '--analyze'], parts);
  expect(analysisSchema.parse(JSON.parse(judged.out)).snapshot.path).toBe(join(folder, 'x.lks'));
});

test('import writes over a snapshot only with --force, and over nothing else at all', async () => {
  const output = join(folder, 'there.lks');
  const { parts, asked } = importing();
  await writeSnapshot(output, exampleSnapshot());
  const before = await readFile(output);
  const refused = await run(['import', 'x', '-o', output], parts);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('--force');
  expect(asked).toHaveLength(0);
  expect(await readFile(output)).toEqual(before);
  expect((await run(['import', 'x', '-o', output, '--force'], parts)).code).toBe(0);
  expect(asked).toHaveLength(1);
  const text = join(folder, 'notes.txt');
  await writeFile(text, 'mine');
  expect((await run(['import', 'x', '-o', text, '--force'], parts)).code).toBe(2);
  expect(await readFile(text, 'utf8')).toBe('mine');
});

test('analyze of a folder without snapshots names the command for other files', async () => {
  const { code, err } = await run(['analyze', folder]);
  expect(code).toBe(2);
  expect(err).toContain('latchkey import');
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseStatement } from '../../src/analysis/index-advice/statement';
import { loadRule } from '../../src/analysis/rules/load';
import { compileCondition } from '../../src/analysis/watch/condition';
import { redactError } from '../../src/evidence/redaction/text/error-text';
import { redactInnodbStatus } from '../../src/evidence/redaction/text/innodb-status';
import { redactLogMessage } from '../../src/evidence/redaction/text/log-text';
import { redactLiterals, redactStatement } from '../../src/evidence/redaction/text/sql-text';
import { parseBenchmarkTable, queriesPerSecond } from '../../src/files/benchmark-results';
import { fileKinds } from '../../src/files/import/kinds/registry';
import { importLimits } from '../../src/files/import/limits';
import { ClientOutputReader } from '../../src/files/import/result-set';
import { EntryText } from '../../src/files/import/text';
import { decryptLoginFile } from '../../src/files/options/login-path';
import { unpackDocument } from '../../src/files/snapshot/snapshot-encoding';
import { acceptSnapshot } from '../../src/files/snapshot/snapshot-migration';
import { parseInnodbStatus } from '../../src/knowledge/innodb-status';
import {
  fromBytes,
  parseOptionFile,
  parsePersisted,
  printOptionFile,
  readGroup,
} from '../../src/knowledge/option-file';
import { fingerprintKey } from '../../src/knowledge/sql/fingerprint';
import { lex } from '../../src/knowledge/sql/lexer';
import { StackCounter, stackFormat, stackReader } from '../../src/knowledge/stacks/stack-text';
import { parseErrorLog } from '../../src/server/collect/collectors/server/error-log';
import { parseGrants } from '../../src/server/connect/account/grants';
import { parseKnownHosts } from '../../src/server/connect/ssh/known-hosts';
import { LatchkeyError } from '../../src/shared/base/error';
import { parseConnectionUrl } from '../../src/shared/connection-url';
import { parseVersion } from '../../src/shared/server';
import type { FuzzedName } from './shares';

/** A reader of foreign text, with real texts to begin from. */
export interface FuzzedParser {
  name: FuzzedName;
  seeds: readonly string[];
  run(text: string): unknown;
}

const root = join(import.meta.dirname, '../..');
const folder = (path: string, ending: string) =>
  readdirSync(join(root, path))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(root, path, name), 'utf8'));
const statuses = folder('test/knowledge/texts', '.txt').filter((text) => text.includes('INNODB'));
const snapshots = readdirSync(join(root, 'samples'))
  .filter((name) => name.endsWith('.lks'))
  .map((name) => gunzipSync(readFileSync(join(root, 'samples', name))).toString());
const rules = readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .slice(0, 30)
  .map((name) => readFileSync(join(root, 'rules', name), 'utf8'));

const statements = [
  "SELECT a.x, COUNT(*) FROM shop.`orders` a JOIN items AS i ON i.order_id = a.id WHERE a.name = 'O''Brien' AND i.n > 1.5e3 GROUP BY a.x ORDER BY 2 DESC LIMIT 10",
  "INSERT INTO t (a, b) VALUES (1, \"two\"), (0x1f, NULL), (-3, 'it\\'s') ON DUPLICATE KEY UPDATE a = VALUES(a)",
  'UPDATE `t` SET a = a + 1 WHERE id IN (?, ...) /* a comment */ -- and one\n# another\n',
  '/*!50000 SELECT */ SQL_NO_CACHE * FROM (SELECT 1 UNION ALL SELECT 2) AS d WHERE EXISTS (SELECT 1 FROM `a``b`)',
  "CREATE USER 'app'@'10.0.0.%' IDENTIFIED WITH mysql_native_password BY 'secret'",
  'SELECT `x` FROM `t` WHERE `a` = ? AND `b` > ? ORDER BY `c` DESC LIMIT ?',
];
const slowLog = `/usr/sbin/mysqld, Version: 9.7.4 (MySQL Community Server - GPL). started with:\nTcp port: 3306  Unix socket: /tmp/s\nTime                 Id Command    Argument\n# Time: 2023-11-14T22:13:20.123456Z\n# User@Host: app[app] @ web1 [10.0.0.7]  Id:    12\n# Query_time: 1.234567  Lock_time: 0.000012 Rows_sent: 10  Rows_examined: 20000\nuse shop;\nSET timestamp=1700000000;\n${statements[0]};\n# User@Host: app[app] @ web1 [10.0.0.7]  Id:    12\n# Query_time: 2  Lock_time: 0 Rows_sent: 1  Rows_examined: 2 Full_scan: Yes\n${statements[2]};\n`;
const clientOutput = [
  '+---------------+-------+\n| Variable_name | Value |\n+---------------+-------+\n| Uptime        | 99    |\n| version       | 9.7.4 |\n+---------------+-------+\n',
  'Variable_name\tValue\nUptime\t99\nThreads_running\t3\n',
  '*************************** 1. row ***************************\n  Id: 1\nUser: root\nInfo: SELECT 1\n',
  'TS 1700000000.123456789 2023-11-14 22:13:20\nVariable_name\tValue\nUptime\t99\n',
  `*************************** 1. row ***************************\n  Type: InnoDB\n  Name: \nStatus: \n${statuses[0] ?? ''}`,
];
const optionFiles = [
  '[mysqld]\nport = 3306\ninnodb_buffer_pool_size=1G # half\nsql-mode="STRICT_TRANS_TABLES,NO_ZERO_DATE"\n!include /etc/x.cnf\n!includedir /etc/my.cnf.d\n\n[client]\npassword="a\\"b"\n; comment\nskip-name-resolve\nloose_x = \'1\'\n',
  '[mysqld-8.0]\r\nlog_error = C:\\\\data\\\\x.err\r\nset-variable = a=b\r\n',
];
const logLines = [
  "2023-11-14T22:13:20.123456Z 12 [Warning] [MY-010055] [Server] IP address '10.0.0.7' could not be resolved: Name or service not known\n",
  "2023-11-14 22:13:20 139 [ERROR] Slave SQL: Error 'Duplicate entry 'a' for key 'PRIMARY'' on query. Default database: 'shop'. Query: 'INSERT INTO t VALUES (1)', Internal MariaDB error code: 1062\n",
  "231114 22:13:20 [Note] Access denied for user 'app'@'web1.example.com' (using password: YES)\n",
  '22:13:20 UTC - mysqld got signal 11 ;\nstack_bottom = 7f0 thread_stack 0x40000\n',
  "2023-11-14T22:13:20Z 0 [System] [MY-010931] [Server] /usr/sbin/mysqld: ready for connections. host: db7.example.com:3306 2001:db8::1 Version: '9.7.4'\n",
];
const stacks = [
  'mysqld;start_thread;handle_connection;do_command;dispatch_command 120\nmysqld;io_handler_thread;fil_aio_wait 3\n',
  'Thread 2 (Thread 0x7f (LWP 12)):\n#0  0x00007f in __lll_lock_wait () from /lib/libc.so\n#1  0x01 in buf_page_get_gen (page_id=..., x=std::vector of length 1) at /src/buf0buf.cc:123\n\nThread 1 (LWP 1):\n#0 poll ()\n',
  "# Samples: 12K of event 'cycles'\n    12.34%  mysqld   mysqld         [.] row_search_mvcc\n     0.12%  mysqld   [kernel]       [k] futex_wait\n",
  'mysqld 12 [001] 123.456:  1000 cycles:\n\t7f01 row_search_mvcc+0x12 (/usr/sbin/mysqld)\n\t7f02 main (/usr/sbin/mysqld)\n\n',
  '     12 poll(libc.so),vio_io_wait,my_net_read,do_command\n',
];
const loginKey = Buffer.concat([
  Buffer.alloc(4),
  Buffer.from('0123456789abcdefghij'),
  Buffer.from([16, 0, 0, 0]),
  Buffer.alloc(16, 7),
]);

/** Bytes as a text of letters 0 to 255, as mutations take them. */
const bytes = (text: string) => Buffer.from(text, 'latin1');
const typed = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    if (error instanceof LatchkeyError && error.code !== 'internal') return error.code;
    throw error;
  }
};

async function importText(text: string): Promise<void> {
  const one = async function* () {
    yield Buffer.from(text);
  };
  const entry = await EntryText.open(one(), importLimits);
  const kind = fileKinds.find(({ matches }) => matches(entry.head, 'file.txt'));
  await kind?.read(
    entry,
    'file.txt',
    {
      limits: importLimits,
      signal: new AbortController().signal,
      redactStatement: (sql) => redactStatement(sql, false),
    },
    () => undefined,
  );
}

async function readSnapshotText(data: Uint8Array): Promise<void> {
  try {
    acceptSnapshot(await unpackDocument(data, 'x.lks'), 'x.lks');
  } catch (error) {
    if (!(error instanceof LatchkeyError) || error.code === 'internal') throw error;
  }
}

/** Every reader of text that comes from servers, files, other tools or the command line. */
export const fuzzedParsers: readonly FuzzedParser[] = [
  { name: 'InnoDB status', seeds: statuses, run: (text) => parseInnodbStatus(text) },
  { name: 'redaction of InnoDB status', seeds: statuses, run: (text) => redactInnodbStatus(text, false) },
  {
    name: 'option file',
    seeds: optionFiles,
    run: (given) => {
      // As it is read from a disk: bytes.
      const text = fromBytes(bytes(given).toString('latin1'));
      const file = parseOptionFile(text);
      readGroup(file, ['mysqld', 'client']);
      if (printOptionFile(file) !== text) throw new Error('an option file is not printed as it was read');
    },
  },
  {
    name: 'mysqld-auto.cnf',
    seeds: [
      '{"Version":1,"mysql_dynamic_variables":{"max_connections":{"Value":"200","Metadata":{"Host":"a","User":"b","Timestamp":1}}}}',
    ],
    run: (text) => typed(() => parsePersisted(text, 'mysqld-auto.cnf')),
  },
  { name: 'slow log', seeds: [slowLog], run: importText },
  {
    name: 'mysql client output',
    seeds: clientOutput,
    run: (text) => {
      const reader = new ClientOutputReader(importLimits, () => undefined);
      for (const line of text.split('\n')) reader.push(line);
      reader.end();
    },
  },
  {
    name: 'other files of an import',
    seeds: [...clientOutput, ...stacks, ...optionFiles, 'MemTotal:       16384 kB\n', 'a,b\n1,2\n'],
    run: importText,
  },
  {
    name: '.lks, its JSON',
    seeds: snapshots
      .map((text) => text.slice(0, 30_000))
      .concat('{"schema":"latchkey/snapshot/1","sections":{}}'),
    run: (text) => readSnapshotText(Buffer.from(text)),
  },
  {
    name: '.lks, its packing',
    seeds: [gzipSync('{"schema":"latchkey/snapshot/1","sections":{}}').toString('latin1')],
    run: (text) => readSnapshotText(bytes(text)),
  },
  {
    name: '.mylogin.cnf',
    seeds: [loginKey.toString('latin1')],
    run: (text) => typed(() => decryptLoginFile(bytes(text), 'f')),
  },
  {
    name: 'CEL of watch',
    seeds: [
      'Threads_running > 25 for 5s',
      'rate.Questions < 100.0 && status.Threads_connected > 50 for 10s',
      '(Threads_running + 1.0) * 2.0 >= 3.0 || !(status.Uptime < 5.0)',
    ],
    run: (text) => typed(() => compileCondition(text)),
  },
  { name: 'rule files', seeds: rules, run: (text) => typed(() => loadRule({ path: 'r.yaml', text })) },
  {
    name: 'URL',
    seeds: [
      'mysql://app@db.example.com:3306/?ssl-mode=verify-ca&ssl-ca=%2Fca.pem',
      'mariadb://[::1]:3307',
      'mysql://u%40x@h/db?socket=/tmp/s',
    ],
    run: (text) => typed(() => parseConnectionUrl(text, () => new LatchkeyError('usage', 'no'))),
  },
  {
    name: 'statement lexer',
    seeds: statements,
    run: (text) => {
      let length = 0;
      for (const token of lex(text)) length += token.text.length;
      if (length > text.length) throw new Error('tokens hold more than the text');
    },
  },
  {
    name: 'redaction of statements',
    seeds: statements,
    run: (text) => [redactLiterals(text), redactStatement(text, true)],
  },
  { name: 'fingerprints', seeds: statements, run: (text) => fingerprintKey(text) },
  { name: 'statements of index advice', seeds: statements, run: (text) => parseStatement(text) },
  { name: 'error log', seeds: logLines, run: (text) => parseErrorLog(text, true) },
  { name: 'redaction of log messages', seeds: logLines, run: (text) => redactLogMessage(text, false) },
  { name: 'redaction of errors', seeds: logLines, run: (text) => redactError(text, false) },
  {
    name: 'stacks',
    seeds: stacks,
    run: (text) => {
      const format = stackFormat(text);
      if (format === null) return;
      const reader = stackReader(format, new StackCounter());
      for (const line of text.split('\n')) reader.push(line);
      reader.end();
    },
  },
  {
    name: 'grants',
    seeds: [
      'GRANT SELECT, INSERT (a, `b`), PROCESS ON *.* TO `root`@`%` WITH GRANT OPTION',
      "GRANT USAGE ON `a``b`.* TO 'x'@'y' REQUIRE SSL",
    ],
    run: (text) => parseGrants(text.split('\n')),
  },
  {
    name: 'versions',
    seeds: ['8.0.36-28', '5.5.5-10.11.18-MariaDB-log', '9.7.4'],
    run: (text) => parseVersion(text),
  },
  {
    name: 'known hosts',
    seeds: [
      '|1|abc=|def= ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGZ\n[db.example.com]:2222,10.0.0.* ecdsa-sha2-nistp256 AAAA\n@revoked * ssh-rsa AAAA\n',
    ],
    run: (text) => parseKnownHosts(text, 'known_hosts'),
  },
  {
    name: 'results of benchmarks',
    seeds: [
      'test,group,qps,cpu_per_op\nread,all,4115.01,12\n"a ""b""",g,1,\n',
      '    queries:                             123456 (4115.01 per sec.)\n    queries performed:\n',
    ],
    run: (text) => [typed(() => parseBenchmarkTable(text, 'f.csv')), queriesPerSecond(text)],
  },
];

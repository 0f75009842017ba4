// What is written for somebody at the window names its controls, and for somebody at a terminal the flags.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, defaultPaths, type Engine } from '../../src/engine';
import { systemClock } from '../../src/shared/base/clock';
import { noChoices } from '../../src/shared/plan';
import type { Reader } from '../../src/shared/window/window-words';

const status = `
Variable_name\tValue
Uptime\t86400
Questions\t8640000
Threads_created\t80000
Created_tmp_disk_tables\t90000
Innodb_buffer_pool_read_requests\t900000000
Innodb_buffer_pool_reads\t90000000
Innodb_os_log_written\t900000000000
version\t8.0.31
innodb_redo_log_capacity\t8388608
innodb_buffer_pool_size\t134217728
thread_cache_size\t0
`;
/** Flags of Latchkey; those of the server's own programs are the same for everybody. */
const flag = /--(for|ram|cpus|storage|iops|format|undo|keep-literals|table-limit)\b/;
const job = { signal: new AbortController().signal, report: () => {} };
let home = '';
const engines: Engine[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-readers-'));
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(home, { recursive: true, force: true });
});

function engineFor(reader: Reader): Engine {
  const engine = createEngine({
    paths: defaultPaths(process.cwd(), { LATCHKEY_HOME: join(home, reader) }, process.platform),
    version: 'test',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'test' },
    reader,
  });
  engines.push(engine);
  return engine;
}

async function documents(reader: Reader): Promise<string[]> {
  const engine = engineFor(reader);
  const pasted = { text: status, keepLiterals: false, declaredHost: {} };
  const { id } = (await engine.call('import.text', pasted, job)).snapshot;
  const choices = { ...noChoices, set: { innodb_redo_log_capacity: '1G' } };
  const written: string[] = [];
  for (const format of ['html', 'markdown'] as const) {
    const path = join(home, `report.${format}`);
    await engine.call('report.save', { id, format, choices, path }, job);
    const text = readFileSync(path, 'utf8').replace(/<script[\s\S]*?<\/script>/g, '');
    written.push(text.replaceAll('\\', ''));
  }
  for (const format of ['cnf', 'diff', 'set-global', 'markdown'] as const) {
    const { text, remarks } = await engine.call('plan.render', { id, choices, format }, job);
    written.push(
      [text, ...remarks]
        .join('\n')
        .replaceAll(/\n[+#-]+ ?/g, ' ')
        .replaceAll('\\', ''),
    );
  }
  return written;
}

test('a report and the outputs of a plan name the controls of the window where they are saved from it', async () => {
  for (const text of await documents('window')) expect(text.match(flag)?.[0]).toBeUndefined();
});

test('the same documents of the command line name its flags', async () => {
  const [html, markdown, cnf, diff, sql] = await documents('command line');
  expect(html).toMatch(/Declare the host: --ram/);
  expect(markdown).toMatch(/Declare the host: --ram/);
  expect(cnf).toMatch(/--format set-global/);
  expect(diff).toMatch(/--format set-global/);
  expect(sql).toMatch(/--undo prints it as statements/);
});

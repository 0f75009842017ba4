import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { gzipBomb } from '../bombs.ts';
import { isLoose, mebibytes, memoryBudget } from '../judge.ts';
import { realAnswers } from '../server/real-answers.ts';
import type { Stage, WindowOnStage } from '../stage.ts';
import { spoilTexts } from '../texts.ts';

const room = 'A page that was taken over';
const canary = 'Canary-of-a-private-file';
const sample = join(import.meta.dirname, '../../../samples/mysql-9.7-starved-redo.lks');

interface Reply {
  ok: boolean;
  text: string;
  code: string;
}

/** What a page that was taken over may do: call what the bridge gives it, with any input. */
async function call(page: Page, name: string, input: unknown): Promise<Reply> {
  const reply: unknown = await page.evaluate(
    `window.latchkey.call(${JSON.stringify(name)}, ${JSON.stringify(input)}).reply`,
  );
  const error = isLoose(reply) && isLoose(reply.error) ? reply.error : {};
  return { ok: isLoose(reply) && reply.ok === true, text: JSON.stringify(reply), code: String(error.code) };
}

/** Opens a sample as a person does, and says its id. */
async function openSample({ page }: WindowOnStage): Promise<string> {
  await page.locator('[data-sample="mysql-9.7-starved-redo"]').click();
  await page.locator('html[data-page="diagnosis"][data-state="ready"]').waitFor({ state: 'attached' });
  const { text } = await call(page, 'snapshot.list', {});
  const id = /"id":"([^"]+)"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`no snapshot in ${text.slice(0, 200)}`);
  return id;
}

function privateFiles(stage: Stage): Record<'text' | 'options' | 'snapshot' | 'folder' | 'pem', string> {
  const folder = join(stage.folder, 'private');
  mkdirSync(folder);
  const files = {
    text: join(folder, 'secret.txt'),
    options: join(folder, 'secret.cnf'),
    snapshot: join(folder, 'secret.lks'),
    pem: join(folder, 'secret.pem'),
    folder,
  };
  writeFileSync(files.text, `${canary}\n`);
  writeFileSync(
    files.options,
    `[client]\nuser=${canary}\npassword=${canary}\n[mysqld]\ninit_connect=${canary}\n`,
  );
  writeFileSync(files.pem, `-----BEGIN CERTIFICATE-----\n${canary}\n-----END CERTIFICATE-----\n`);
  copyFileSync(sample, files.snapshot);
  return files;
}

export const windowAttacks: Attack[] = [
  {
    id: 'page-reads-files',
    room,
    attack:
      'calls everything that takes a path with paths that nobody chose: snapshots, imports, option files, results, keys, CA files',
    expected:
      'The window reads no path that a dialog, a drop, the recent list or the command line did not give.',
    quick: true,
    run: async (stage) => {
      const window = await stage.window();
      const id = await openSample(window);
      const files = privateFiles(stage);
      const server = await stage.hostile();
      const plan = { id, choices: { accepted: [], locked: [], set: {} } };
      const target = { host: '127.0.0.1', port: server.port, user: 'root', connectTimeoutMs: 2000 };
      const test = (more: object) =>
        ['connection.test', { target: { ...target, ...more }, secrets: {} }] as const;
      const take = (more: object) =>
        [
          'snapshot.take',
          {
            target: { ...target, ...more },
            secrets: {},
            windowSeconds: 0,
            intervalMs: 1000,
            keepLiterals: false,
            declaredHost: {},
          },
        ] as const;
      const calls: (readonly [string, unknown])[] = [
        ['snapshot.open', { path: files.snapshot }],
        ['import.open', { path: files.folder, keepLiterals: true, declaredHost: {} }],
        ['import.open', { path: files.text, keepLiterals: true, declaredHost: {} }],
        ['plan.get', { ...plan, myCnfPath: files.options }],
        ['plan.render', { ...plan, myCnfPath: files.options, format: 'diff' }],
        ['plan.render', { ...plan, myCnfPath: files.text, format: 'cnf' }],
        ['probe.openResult', { path: files.text }],
        ['compare.files', { a: files.text, b: files.text }],
        ['shell.showFile', { path: files.text }],
        test({ sslMode: 'verify-ca', sslCa: files.pem }),
        test({ sslMode: 'required', sslCert: files.pem, sslKey: files.pem }),
        test({ defaultsFile: files.options, sslMode: 'disabled' }),
        test({ ssh: { host: '127.0.0.1', port: server.port, key: files.pem } }),
        test({ ssh: { host: '127.0.0.1', port: server.port, knownHosts: files.text } }),
        take({ sslMode: 'verify-ca', sslCa: files.pem }),
        take({ defaultsFile: files.options, sslMode: 'disabled' }),
      ];
      for (const [name, input] of calls) {
        const reply = await call(window.page, name, input);
        const what = `${name} ${JSON.stringify(input).replace(stage.folder, '')}`;
        held(!reply.ok, `${what} was answered: ${reply.text.slice(0, 300)}`);
        held(
          !reply.text.includes(canary),
          `${what} reported what is in the file: ${reply.text.slice(0, 300)}`,
        );
        held(
          reply.code === 'usage' || reply.code === 'cancelled',
          `${what} was not refused beforehand, but ended in ${reply.text.slice(0, 200)}`,
        );
      }
      return `${calls.length} calls, each refused`;
    },
  },
  {
    id: 'page-sends-files',
    room,
    attack:
      'connects to its own server with an option file that nobody chose, whose user name and password are secrets',
    expected: 'A page cannot send what is in a file to a server.',
    quick: true,
    run: async (stage) => {
      const window = await stage.window();
      const files = privateFiles(stage);
      const server = await stage.hostile();
      for (const more of [
        { defaultsFile: files.options },
        { defaultsFile: files.options, defaultsGroupSuffix: '' },
      ]) {
        await call(window.page, 'connection.test', {
          target: {
            host: '127.0.0.1',
            port: server.port,
            sslMode: 'disabled',
            connectTimeoutMs: 2000,
            ...more,
          },
          secrets: {},
        });
      }
      for (const session of server.sessions)
        held(!session.heard.includes(canary), 'the user name of the file was sent');
      return `${server.sessions.length} connections, nothing of the file`;
    },
  },
  {
    id: 'window-and-hostile-server',
    room: 'A hostile server',
    attack: 'has the window take a snapshot, with texts that act, then with rows without end',
    expected: 'A snapshot of a hostile server harms neither the window nor the engine behind it.',
    quick: true,
    run: async (stage) => {
      const window = await stage.window();
      const { socket } = await stage.real('mysql97');
      const acting = await stage.hostile({
        greeting: { version: '9.7.4' },
        answers: realAnswers(socket, spoilTexts),
      });
      const endless = await stage.hostile({
        greeting: { version: '9.7.4' },
        answers: realAnswers(socket),
        answer: (session, sql, usual) =>
          /SHOW ENGINE INNODB STATUS/i.test(sql) ? session.endlessRows() : usual(),
      });
      const replies: string[] = [];
      for (const { port } of [acting, endless]) {
        const reply = await call(window.page, 'snapshot.take', {
          target: { host: '127.0.0.1', port, user: 'root', sslMode: 'disabled' },
          secrets: {},
          windowSeconds: 0,
          intervalMs: 1000,
          keepLiterals: true,
          declaredHost: {},
        });
        replies.push(reply.ok ? 'a snapshot' : reply.code);
        held(reply.code !== 'internal', `an internal error: ${reply.text.slice(0, 300)}`);
      }
      const peak = window.peakBytes();
      held(peak <= memoryBudget, `a process of the app took ${mebibytes(peak)}`);
      await window.page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('button', { name: 'History' })
        .click();
      await window.page
        .locator('html[data-page="history"][data-state="ready"]')
        .waitFor({ state: 'attached' });
      const harm: unknown = await window.page.evaluate(
        `({ pwned: 'pwned' in window, images: document.querySelectorAll('img, iframe, object, embed').length })`,
      );
      held(JSON.stringify(harm) === '{"pwned":false,"images":0}', `markup acted: ${JSON.stringify(harm)}`);
      return `${replies.join(', ')}; largest process ${mebibytes(peak)}`;
    },
  },
  {
    id: 'window-and-bomb',
    room: 'A hostile file',
    attack: 'is dropped on the window: a .lks file of half a megabyte that unpacks to 500 MB',
    expected: 'A bomb dropped on the window is refused; window and engine go on.',
    quick: true,
    run: async (stage) => {
      const window = await stage.window();
      const bomb = join(stage.folder, 'bomb.lks');
      await gzipBomb(
        bomb,
        500 * 2 ** 20,
        '{"schema":"latchkey/snapshot/1","origin":{"target":"',
        'xxxxxxxxxx',
        '"}}',
      );
      await window.drop(bomb);
      const alert = window.page.getByRole('alert').first();
      await alert.waitFor({ timeout: 60_000 });
      const said = (await alert.textContent()) ?? '';
      const peak = window.peakBytes();
      held(peak <= memoryBudget, `a process of the app took ${mebibytes(peak)}`);
      await openSample(window);
      return `${said.slice(0, 160)}; largest process ${mebibytes(peak)}`;
    },
  },
];

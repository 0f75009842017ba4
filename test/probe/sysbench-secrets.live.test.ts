import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../scripts/servers/index.ts';
import { sysbenchOnPath } from '../../scripts/servers/sysbench.ts';
import { loadSchema, sysbenchLoad } from '../../src/server/workload/sysbench';
import { findSysbench } from '../../src/server/workload/sysbench-program';
import { describeEachServer } from '../server/real-server.ts';
import { connectClient } from '../server/take-snapshot.ts';

const secret = 'Right-pass-word';

await describeEachServer(
  'the secrets of sysbench',
  (id) => {
    // Claim, Passwords: sysbench at work holds no password in its environment or arguments.
    test.skipIf(process.platform !== 'linux')(
      'its process has neither environment nor arguments with one',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
        sysbenchOnPath(folder);
        const environment = {
          ...process.env,
          PATH: `${folder}:${process.env.PATH ?? ''}`,
          ...{
            LATCHKEY_PASSWORD: secret,
            LATCHKEY_SSH_PASSWORD: secret,
            MYSQL_PWD: secret,
            OWN_TOKEN: secret,
          },
        };
        const server = await startServer(id);
        const root = connectClient(server.socket);
        const pids: number[] = [];
        try {
          await root.query(`CREATE USER app@localhost IDENTIFIED BY '${secret}'`);
          await root.query('GRANT ALL ON *.* TO app@localhost');
          const load = sysbenchLoad({
            program: await findSysbench(environment),
            workload: { kind: 'sysbench', preset: 'point-select', threads: 1, tables: 1, rows: 100 },
            target: { socket: server.socket, user: 'app' },
            secrets: { password: secret },
            limitSeconds: 60,
            environment,
            cpuSecondsOf: async (pid) => {
              pids.push(pid);
              return 1;
            },
            createSchema: async () => void (await root.query(`CREATE DATABASE ${loadSchema}`)),
          });
          await load.start(new AbortController().signal, () => undefined);
          await load.clientCpuSeconds();
          expect(pids).toHaveLength(1);
          const shown = ['environ', 'cmdline'].map((name) =>
            readFileSync(`/proc/${pids[0]}/${name}`, 'latin1'),
          );
          await load.stop();
          expect(shown[0]).toContain('PATH=');
          expect(shown[1]).toContain('sysbench');
          expect(shown.join('')).not.toContain(secret);
          expect(shown[0]).not.toMatch(/PASSWORD|MYSQL_PWD|TOKEN/);
        } finally {
          root.end();
          await server.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    );
  },
  ['mariadb1011'],
);

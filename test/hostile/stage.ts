import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2';
import { launchElectron } from '../../bench/launch-electron.ts';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { withDisplay } from '../../scripts/xvfb.ts';
import { buildProgram, type Run, type RunOptions, runProgram } from './program.ts';
import { type HostileServer, type Script, startHostileServer } from './server/hostile-server.ts';
import { type WindowOnStage, windowOf } from './window.ts';

export type { WindowOnStage } from './window.ts';

/** What an attack may use: the program, hostile and real servers, a folder. All of it is taken away afterwards. */
export interface Stage {
  /** How much longer than promised a busy machine may take; 1 in the bench. */
  patience: number;
  /** Of this attack, empty. */
  folder: string;
  /** Runs the program with a home inside the folder. */
  latchkey(args: string[], options?: RunOptions): Promise<Run>;
  hostile(script?: Script): Promise<HostileServer>;
  /** A real server, which the attacks share. */
  real(id: ServerId): Promise<RunningServer>;
  /** A real server with options of its own; ended after the attack. */
  ownServer(id: ServerId, options?: Record<string, string | number | boolean>): Promise<RunningServer>;
  /** A client of a real server, root unless another account is named; closed after the attack. */
  client(server: RunningServer, user?: string, password?: string): Client;
  /** The real window with an empty profile; closed after the attack. */
  window(): Promise<WindowOnStage>;
  /** Largest resident set of the runs so far, bytes. */
  peakBytes(): number;
}

export interface Client {
  /** Rows as arrays of text; for a statement without a result, none. */
  query(sql: string): Promise<(string | null)[][]>;
  end(): void;
}

/** The servers that attacks share. */
export interface Theatre {
  /** Gives an attack a stage, and takes everything away after it. */
  play<Result>(attack: (stage: Stage) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** @param patience how much longer than promised a busy machine may take */
export function openTheatre(patience: number): Theatre {
  buildProgram();
  const shared = new Map<ServerId, Promise<RunningServer>>();
  const real = (id: ServerId) => {
    const started = shared.get(id) ?? startServer(id);
    shared.set(id, started);
    return started;
  };
  return {
    async play(attack) {
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'));
      const home = join(folder, 'home');
      mkdirSync(home);
      const endings: (() => unknown)[] = [];
      let peak = 0;
      try {
        return await attack({
          patience,
          folder,
          latchkey: async (args, options = {}) => {
            const run = await runProgram(home, args, options);
            peak = Math.max(peak, run.peakBytes);
            return run;
          },
          hostile: async (script) => {
            const server = await startHostileServer(script);
            endings.push(() => server.close());
            return server;
          },
          real,
          ownServer: async (id, options = {}) => {
            const server = await startServer(id, { options });
            endings.push(() => server.stop());
            return server;
          },
          client: (server, user, password) => {
            const client = connectClient(server, user, password);
            endings.push(() => client.end());
            return client;
          },
          window: () => openWindow(join(folder, 'window'), endings),
          peakBytes: () => peak,
        });
      } finally {
        for (const end of endings.reverse()) await end();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    close: async () => {
      for (const started of shared.values()) await (await started).stop();
    },
  };
}

/** On the display that there is, or on a virtual one that lasts as long as the window. */
async function openWindow(home: string, endings: (() => unknown)[]): Promise<WindowOnStage> {
  mkdirSync(home);
  return new Promise((resolve, reject) => {
    withDisplay(async (display) => {
      const app = await launchElectron(home, display);
      await new Promise<void>((ended) => {
        endings.push(() => app.close().then(ended));
        windowOf(app).then(resolve, reject);
      });
    }).catch(reject);
  });
}

function connectClient(server: RunningServer, user = 'root', password = ''): Client {
  const connection = createConnection({
    socketPath: server.socket,
    user,
    password,
    rowsAsArray: true,
    typeCast: (field) => field.string(),
  });
  connection.on('error', () => undefined);
  return {
    query: (sql) =>
      new Promise((resolve, reject) => {
        connection.query(sql, (error, rows: unknown) =>
          error === null ? resolve(Array.isArray(rows) ? rows : []) : reject(error),
        );
      }),
    end: () => connection.destroy(),
  };
}

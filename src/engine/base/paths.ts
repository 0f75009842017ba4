import { homedir } from 'node:os';
import { join } from 'node:path';

/** Every folder and file that the engine reads or writes. */
export interface EnginePaths {
  /** History database and the snapshots taken in the app. */
  data: string;
  /** What the user decided (locks, mutes) and their own rules; shared by app and command line. */
  config: string;
  /** Journal of changes to be restored; shared by app and command line. */
  journal: string;
  /** Rule packs that come with Latchkey. */
  rules: string;
  /** What the build made of those rules; absent: they are read and checked at each start. */
  builtRules?: string;
  /** The program of a thread that judges snapshots; absent: there are no threads. */
  analysisWorker?: string;
  /** A rule pack named for this run; absent: the folder `rules` of the configuration, where there is one. */
  userRules?: string;
  /** Sample snapshots that come with Latchkey. */
  samples: string;
  /** The chart script that HTML reports carry. */
  reportClient: string;
}

/**
 * The folders of the platform: XDG on Linux, Application Support on macOS, AppData on Windows.
 * `LATCHKEY_HOME` puts everything that is written under one folder.
 * @param appRoot folder that holds `out`, `rules` and `samples`; of an archive (`app.asar`) the last two lie unpacked beside it,
 *   because Electron leads some calls that list and read them (opendir) past its archives
 */
export function defaultPaths(
  appRoot: string,
  environment: Record<string, string | undefined>,
  platform: string,
): EnginePaths {
  const data = dataFolder(environment, platform);
  const files = appRoot.endsWith('.asar') ? `${appRoot}.unpacked` : appRoot;
  return {
    data,
    config: configFolder(environment, platform),
    journal: join(data, 'journal'),
    rules: join(files, 'rules'),
    builtRules: join(appRoot, 'out', 'main', 'rules.json'),
    analysisWorker: join(appRoot, 'out', 'main', 'analysis-worker.cjs'),
    samples: join(files, 'samples'),
    reportClient: join(appRoot, 'out', 'report', 'client.js'),
  };
}

/** Where rules of the user's own are found, unless a run names another folder. */
export function ownRulesFolder({ config, userRules }: EnginePaths): string {
  return userRules ?? join(config, 'rules');
}

/** XDG keeps configuration apart from data; the other platforms do not. */
function configFolder(environment: Record<string, string | undefined>, platform: string): string {
  if (environment.LATCHKEY_HOME || platform === 'darwin' || platform === 'win32') {
    return dataFolder(environment, platform);
  }
  return join(environment.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'latchkey');
}

function dataFolder(environment: Record<string, string | undefined>, platform: string): string {
  if (environment.LATCHKEY_HOME) return environment.LATCHKEY_HOME;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Latchkey');
  if (platform === 'win32')
    return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Latchkey');
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'latchkey');
}

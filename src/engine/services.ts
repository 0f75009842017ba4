import { join } from 'node:path';
import { DecisionFiles } from '../files/rules/decisions';
import { type Journal, openJournal } from '../server/change/journal/journal';
import type { Clock } from '../shared/base/clock';
import type { Reader } from '../shared/window/window-words';
import { type Databases, openDatabases } from './base/databases';
import { LoadedRules } from './base/loaded-rules';
import type { EnginePaths } from './base/paths';
import { GrowingSnapshots } from './snapshots/growing';
import { Snapshots } from './snapshots/snapshots';

export interface EngineOptions {
  paths: EnginePaths;
  /** Version of Latchkey, written into documents. */
  version: string;
  clock: Clock;
  /** Owner of journal entries: this process and this boot of the machine. */
  process: { pid: number; bootId: string };
  /** Who reads the documents that are written; default: somebody at a terminal. */
  reader?: Reader;
  /** Called with each sentence about what Latchkey keeps and cannot read, when it is asked for. */
  onRecovered?(remark: string): void;
  /** Called before each session with a server. @returns is called when the session is over */
  onConnecting?(): () => void;
}

/** What the handlers of all domains work with. */
export interface Services {
  paths: EnginePaths;
  version: string;
  /** Maker of a document, as it is written there. */
  createdBy: string;
  /** Who reads the documents that are written. */
  reader: Reader;
  clock: Clock;
  journal: Journal;
  databases: Databases;
  decisions: DecisionFiles;
  rules: LoadedRules;
  snapshots: Snapshots;
  /** Snapshots that are being taken. */
  growing: GrowingSnapshots;
  /** What is done before the databases are closed: it ends what runs in the background. */
  endings: Set<() => Promise<void>>;
}

/** Opens nothing until it is needed. */
export function createServices({
  paths,
  version,
  clock,
  process,
  reader = 'command line',
  onRecovered,
}: EngineOptions): Services {
  const say = (remark: string) => onRecovered?.(remark);
  const databases = openDatabases(paths.data, say);
  const decisions = new DecisionFiles(paths.config, say);
  const rules = new LoadedRules(paths, say);
  return {
    paths,
    version,
    createdBy: `latchkey ${version}`,
    reader,
    clock,
    journal: openJournal(paths.journal, { ...process, now: () => clock.now() }),
    databases,
    decisions,
    rules,
    growing: new GrowingSnapshots(),
    endings: new Set(),
    snapshots: new Snapshots({ databases, decisions, rules, folder: join(paths.data, 'snapshots') }),
  };
}

import { type RandomSource, shuffled } from '../../../src/shared/base/random';
import { isChange } from './stage.ts';

/** A point of a probe at which a fault strikes, by the statements that pass. */
export interface Moment {
  name: string;
  matches(sql: string): boolean;
  /** Strikes at the so manieth of them. */
  nth: number;
  /** Before the server gets it, or when it has answered and the client has not heard. */
  when: 'before' | 'answered';
  /** Counted only once the probe was cancelled while its arm was in force. */
  afterCancel: boolean;
  /** Only a probe with a dead man's switch comes by. */
  needsSwitch: boolean;
}

interface Kind {
  name: string;
  test: (sql: string) => boolean;
  /** It comes by so many times at least. */
  times: number;
  afterCancel?: true;
  needsSwitch?: true;
}

const isSet = (sql: string) => sql.startsWith('SET GLOBAL') && isChange(sql);

const kinds: readonly Kind[] = [
  { name: 'dry run', test: (sql) => sql.includes("'latchkey dry run "), times: 4 },
  { name: 'server lock', test: (sql) => sql.includes('GET_LOCK('), times: 1 },
  { name: 'schema', test: (sql) => sql.startsWith('CREATE DATABASE'), times: 1, needsSwitch: true },
  { name: 'event', test: (sql) => sql.startsWith('CREATE EVENT'), times: 1, needsSwitch: true },
  { name: 'SET', test: isSet, times: 6 },
  { name: 'read-back', test: (sql) => sql === 'SHOW WARNINGS', times: 5 },
  {
    name: 'read-back of a switch',
    // Of values that were set before; a probe whose variables move each other has none.
    test: (sql) => /^SELECT (@@GLOBAL.`|COALESCE\(HEX\(@@GLOBAL.`)/.test(sql),
    times: 0,
  },
  { name: 'sample', test: (sql) => sql.startsWith('SHOW GLOBAL STATUS WHERE'), times: 14 },
  { name: 'SET of the restore', test: isSet, times: 2, afterCancel: true },
  {
    name: 'read-back of the restore',
    test: (sql) => sql === 'SHOW GLOBAL VARIABLES',
    times: 2,
    afterCancel: true,
  },
  {
    name: 'drop of the schema',
    test: (sql) => sql.startsWith('DROP DATABASE'),
    times: 1,
    afterCancel: true,
    needsSwitch: true,
  },
  { name: 'release', test: (sql) => sql.includes('RELEASE_LOCK('), times: 1, afterCancel: true },
];

/** One moment of a kind. @throws Error where there is no such kind */
export function momentOf(name: string, nth: number, when: Moment['when']): Moment {
  const kind = kinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`There is no moment "${name}".`);
  const { test, afterCancel = false, needsSwitch = false } = kind;
  return { name, matches: test, nth, when, afterCancel, needsSwitch };
}

/** Names of the moments in which something is set, or about to be restored. */
export const whileSet: readonly string[] = [
  ...['SET', 'read-back', 'read-back of a switch'],
  ...['sample', 'SET of the restore'],
];

/**
 * So many moments at random, different ones as far as there are.
 * @param among names; undefined: all of them
 * @param comesBy how often statements of a kind come by, where that is otherwise than in a probe
 */
export function drawMoments(
  count: number,
  random: RandomSource,
  among?: readonly string[],
  comesBy: Readonly<Record<string, number>> = {},
): Moment[] {
  const fitting = kinds
    .map((kind) => ({ ...kind, times: comesBy[kind.name] ?? kind.times }))
    .filter(({ name, times }) => times > 0 && (among === undefined || among.includes(name)));
  const rounds = Array.from({ length: Math.ceil(count / fitting.length) }, () => shuffled(fitting, random));
  return rounds
    .flat()
    .slice(0, count)
    .map(({ name, times }) =>
      momentOf(name, 1 + Math.floor(random() * times), random() < 0.5 ? 'before' : 'answered'),
    );
}

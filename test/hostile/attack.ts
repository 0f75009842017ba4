import type { Stage } from './stage.ts';

/** Who attacks; the sections of docs/security.md and of the table of the bench. */
export const rooms = [
  'A hostile server',
  'A hostile file',
  'A person on the network',
  'An account of the server',
  'A page that was taken over',
] as const;
export type Room = (typeof rooms)[number];

/** One attempt to make Latchkey do what it must not. */
export interface Attack {
  /** kebab-case, its own. */
  id: string;
  room: Room;
  /** What the attacker does. */
  attack: string;
  /** What must happen instead, as a sentence of docs/security.md. */
  expected: string;
  /** What is still wrong. Such an attack stands in no document and in no test; the bench counts it as one that succeeded. */
  open?: string;
  /** Whether `npm test` runs it; the others run in `npm run bench -- hostile`. */
  quick: boolean;
  /**
   * @returns what was observed, where the defence held
   * @throws Broken where it did not
   */
  run(stage: Stage): Promise<string>;
}

/** The attack succeeded; the message says what was observed. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** @throws Broken unless the defence held */
export function held(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Broken(otherwise);
}

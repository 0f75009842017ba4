import { throwIfCancelled } from '../../shared/base/error';
import type { GlobalVariableItem } from '../../shared/change';
import type { Gate } from './gate/gate';
import { leftAt, type MovedVariable, movedOf } from './guard/guard';
import { isMadeOf } from './restore/value-owner';
import { movableBy } from './session/change-order';
import { firstCell } from './session/change-session';
import type { GlobalVariables } from './session/global-variables';

/** A variable and the value that it is to have. */
export interface Wanted {
  item: GlobalVariableItem;
  value: string;
}

/**
 * Switching between values that this run has set before: one note on the disk for all of them, the SETs, and one SELECT
 * that asks whether every variable of the entry has the value expected of it. Of a value that was never set here, of
 * variables that move each other, and of what the server makes of a value in a way that nobody knows, it keeps out:
 * they go the long way, with a note and all variables read back for each SET.
 *
 * The journal then says `setting` for as long as the values stand: found by a later process, a value counts as ours where the
 * server is known to make it of what was asked (`judgeValue`). Only values of which that is so are switched quickly.
 */
export class QuickSwitch {
  readonly #gate: Gate;
  /** What the server made of a value, by variable and value asked for. */
  readonly #stored = new Map<string, Map<string, string>>();
  #trusted = true;

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /** After a SET that went the long way: what the server made of it, where that is known beforehand the next time. */
  learn({ item, value }: Wanted, before: GlobalVariables, after: GlobalVariables): void {
    const { variables, identity } = this.#gate;
    // What a list of flags such as `mrr=off` makes depends on the value before: nothing to be known of it.
    if (value.includes('=')) return;
    const now = after.get(item.variable);
    const moves = movableBy(item.variable, identity);
    const isCoupled = variables.some((other) => other !== item && moves.includes(other.variable));
    const movedOthers = variables.some(
      (other) => other !== item && before.get(other.variable) !== after.get(other.variable),
    );
    if (now === undefined || isCoupled || movedOthers || !isMadeOf(item, value, after, identity)) return;
    const known = this.#stored.get(item.variable) ?? new Map<string, string>();
    this.#stored.set(item.variable, known.set(value, now));
  }

  /** Whether all of these can be switched so. */
  takes(wanted: readonly Wanted[]): boolean {
    return this.#trusted && wanted.every(({ item, value }) => this.#madeOf(item, value) !== undefined);
  }

  /**
   * @returns what someone else has set: then the rest was not set; empty: everything stands as it should
   * @throws as `Gate.set`; cancelled. What is in force then is in the journal as `setting`.
   */
  async enter(wanted: readonly Wanted[], signal: AbortSignal): Promise<MovedVariable[]> {
    const gate = this.#gate;
    const former = wanted.map(({ item: { state, proposed } }) => ({ state, proposed }));
    if (wanted.length > 0)
      await gate.advance(() => {
        for (const { item, value } of wanted) {
          item.state = 'setting';
          item.proposed = value;
        }
      });
    for (const [place, { item, value }] of wanted.entries()) {
      throwIfCancelled(signal);
      const moved = await gate.set(item, value, new Map([[item.variable, leftAt(item)]]));
      if (moved.length === 0) continue;
      await gate.advance(() => {
        for (const [index, each] of wanted.entries()) {
          if (index < place) this.#settle(each);
          else Object.assign(each.item, former[index]);
        }
      });
      return moved;
    }
    return this.#readBack(wanted);
  }

  /** One answer for all variables of the entry; where it is no, they are read as the long way reads them. */
  async #readBack(wanted: readonly Wanted[]): Promise<MovedVariable[]> {
    const gate = this.#gate;
    const made = new Map(
      wanted.map(({ item, value }) => [item.variable, this.#madeOf(item, value) ?? value]),
    );
    const expected = new Map(
      gate.variables.map((item) => [item.variable, made.get(item.variable) ?? leftAt(item)]),
    );
    if (expected.size === 0) return [];
    const holds = Number(firstCell(await gate.send(`SELECT ${gate.holdsAll(expected)}`))) === 1;
    const moved = holds ? [] : movedOf(expected, await gate.readGlobals());
    // Everything reads as it should, and a condition says otherwise: it cannot be asked for in this way.
    if (!holds && moved.length === 0) this.#trusted = false;
    // What reads otherwise stays noted as being set: whose it is, is judged by what was asked for.
    const others = new Set(moved.map(({ variable }) => variable));
    for (const each of wanted) if (!others.has(each.item.variable)) this.#settle(each);
    return moved;
  }

  /** Noted in the entry, and on the disk with whatever is written next. */
  #settle({ item, value }: Wanted): void {
    item.state = 'set';
    item.stored = this.#madeOf(item, value) ?? value;
  }

  #madeOf({ variable }: GlobalVariableItem, value: string): string | undefined {
    return this.#stored.get(variable)?.get(value);
  }
}

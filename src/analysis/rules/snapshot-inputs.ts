import type { ManagedRange } from '../../knowledge/catalog/managed-ranges';
import type { Unit, Value } from '../../shared/analysis';
import type { Setting } from '../../shared/plan';
import { averagedSeconds } from '../../shared/snapshot';
import type { FactSet } from '../facts/inputs/fact-set';
import { type FactValue, known, unknown } from '../facts/inputs/fact-value';
import type { Observed } from '../facts/inputs/observed';
import type { Interval } from '../facts/inputs/window';
import { ownDefault } from '../settings/own-default';
import { presentSettings } from '../settings/present-settings';
import { defaultBelowLargest, type SizeRequest, sizedSetting } from '../settings/sized-setting';
import type { StoredSetting } from '../settings/stored-setting';
import { type PresentSettings, storeSetting } from '../settings/stored-setting';
import { isHostInput } from './input-catalog';
import type { InputSource } from './input-source';
import type { Reference } from './reference';
import { serverInputs } from './server-inputs';
import type { JudgedServer } from './server-range';
import type { Origin } from './unlock';

/** The inputs of rules, read from a snapshot. */
export class SnapshotInputs implements InputSource {
  readonly server: JudgedServer;
  readonly origin: Origin;
  readonly intervals: Interval[];
  readonly windowSeconds: number | null;
  readonly averagedSeconds: number | null;
  readonly #observed: Observed;
  readonly #facts: FactSet;
  readonly #present: PresentSettings;

  constructor(observed: Observed, facts: FactSet, present: PresentSettings = presentSettings(observed)) {
    this.#observed = observed;
    this.#facts = facts;
    this.#present = present;
    this.server = observed.snapshot.server;
    this.origin = observed.snapshot.origin.kind;
    this.intervals = observed.intervals;
    this.windowSeconds = observed.windowSeconds;
    this.averagedSeconds = averagedSeconds(observed.snapshot);
  }

  read({ namespace, name }: Reference): FactValue {
    switch (namespace) {
      case 'variable':
        return this.#observed.variable(name);
      case 'status':
        return this.#observed.status(name);
      case 'rate':
        return this.#observed.rate(name);
      case 'fact':
        return this.#facts.reading(name);
      case 'server':
        return this.#server(name);
      case 'host':
        return isHostInput(name) ? this.#observed.host(name) : unknown('absent', `host has no ${name}`);
      case 'seconds':
        return unknown('no-window', 'The window holds no values per second for this rule.');
    }
  }

  inIntervals({ namespace, name }: Reference): (number | null)[] | null {
    if (namespace === 'rate') return this.#observed.rateInIntervals(name);
    if (namespace === 'status') return this.#observed.levelInIntervals(name);
    return namespace === 'fact' ? this.#facts.perSecond(name) : null;
  }

  size(variable: string, request: SizeRequest): Setting {
    return sizedSetting(this.#present, variable, request);
  }

  defaultOf(variable: string): number | null {
    return defaultBelowLargest(this.#present, variable);
  }

  store(variable: string, requested: Setting): StoredSetting | undefined {
    return storeSetting(this.#present, variable, requested);
  }

  range(variable: string): ManagedRange | null {
    return this.#present.range(variable);
  }

  presuming(variable: string): { source: SnapshotInputs; value: Setting } | null {
    const reading = this.#observed.variable(variable);
    if (reading.known || reading.reason.code === 'absent') return null;
    // Of a server whose version is not known no default is certain: then the need alone counts.
    const value = this.server.possible === undefined ? ownDefault(this.#present, variable) : null;
    if (value === null && this.unitOf(variable) === undefined) return null;
    const present: PresentSettings = {
      ...this.#present,
      valueOf: (name) => (name === variable ? value : this.#present.valueOf(name)),
    };
    return { source: new SnapshotInputs(this.#observed, this.#facts, present), value };
  }

  unitOf(variable: string): Unit | undefined {
    return this.#present.facts(variable)?.unit;
  }

  #server(name: string): FactValue {
    const { performanceSchema, uptimeSeconds } = this.#observed.snapshot.server;
    const values: Record<string, Value> = {
      ...serverInputs(this.server),
      performance_schema: performanceSchema,
      uptime: uptimeSeconds,
    };
    const value = values[name];
    return value == null ? unknown('absent', `The server does not report its ${name}.`) : known(value);
  }
}

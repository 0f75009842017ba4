import { type ManagedRange, managedRange } from '../../knowledge/catalog/managed-ranges';
import { isKnownToLack, variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Unit } from '../../shared/analysis';
import type { Setting } from '../../shared/plan';
import { flavourSchema, hostingSchema, parseVersion } from '../../shared/server';
import { type FactValue, known, unknown } from '../facts/inputs/fact-value';
import { defaultBelowLargest, type SizeRequest, sizedSetting } from '../settings/sized-setting';
import { type PresentSettings, type StoredSetting, storeSetting } from '../settings/stored-setting';
import type { InputSource } from './input-source';
import { type Reference, referenceText } from './reference';
import type { RuleExample } from './rule-schema';
import { serverInputs } from './server-inputs';
import type { JudgedServer } from './server-range';

/** The inputs of rules, read from an example in a rule file; what it does not give is unknown. */
export class ExampleInputs implements InputSource {
  readonly server: JudgedServer;
  readonly origin = 'live';
  readonly intervals = [];
  readonly windowSeconds = 30;
  readonly #given: RuleExample['given'];
  readonly #lacks: ReadonlySet<string>;

  constructor(example: RuleExample) {
    this.server = serverOf(example);
    this.#given = example.given;
    this.#lacks = new Set(example.lacks);
  }

  read(reference: Reference): FactValue {
    const value = this.#given[referenceText(reference)];
    if (value !== undefined) return known(value);
    const ofServer = serverInputs(this.server)[reference.name];
    if (reference.namespace === 'server' && ofServer !== undefined) return known(ofServer);
    const { namespace, name } = reference;
    const isLacking =
      this.#lacks.has(referenceText(reference)) ||
      (namespace === 'variable' && isKnownToLack(name, this.server));
    return unknown(isLacking ? 'absent' : 'not-read', `The example does not give ${namespace}.${name}.`);
  }

  inIntervals(): null {
    return null;
  }

  size(variable: string, request: SizeRequest): Setting {
    return sizedSetting(this.#present(), variable, request);
  }

  defaultOf(variable: string): number | null {
    return defaultBelowLargest(this.#present(), variable);
  }

  store(variable: string, requested: Setting): StoredSetting | undefined {
    return storeSetting(this.#present(), variable, requested);
  }

  range(variable: string): ManagedRange | null {
    return this.#present().range(variable);
  }

  unitOf(variable: string): Unit | undefined {
    return this.#present().facts(variable)?.unit;
  }

  #present(): PresentSettings {
    const cpus = this.#given['host.cpus'];
    const memory = this.#given['host.memoryBytes'];
    return {
      server: this.server,
      valueOf: (name) => this.#given[`variable.${name}`],
      reported: () => ({}),
      isGiven: () => undefined,
      range: (name) =>
        managedRange(name, this.server.hosting, typeof memory === 'number' ? memory : undefined),
      facts: (name) => variableFacts(name, this.server),
      cpus: typeof cpus === 'number' ? cpus : undefined,
    };
  }
}

/** `mysql 8.0.39 on aurora`; an example without hosting is of a server of one's own. */
function serverOf({ server, given }: RuleExample): JudgedServer {
  const [name = '', versionText = '', , runBy = 'self'] = server.split(' ');
  const flavour = flavourSchema.parse(name);
  const hosting = hostingSchema.parse(given['server.hosting'] ?? runBy);
  return { flavour, version: parseVersion(versionText) ?? [0, 0, 0], hosting };
}

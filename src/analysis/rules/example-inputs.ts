import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Setting } from '../../shared/plan';
import { type Flavour, flavourSchema, parseVersion } from '../../shared/server';
import { type FactValue, known, unknown } from '../facts/inputs/fact-value';
import type { StoredSetting } from '../settings/stored-setting';
import { storeSetting } from '../settings/stored-setting';
import { versionNumber } from './environment';
import type { InputSource } from './input-source';
import { type Reference, referenceText } from './reference';
import type { RuleExample } from './rule-schema';
import type { ServerKind } from './server-range';

/** The inputs of rules, read from an example in a rule file; what it does not give is unknown. */
export class ExampleInputs implements InputSource {
  readonly server: ServerKind;
  readonly intervals = [];
  readonly windowSeconds = 30;
  readonly #given: RuleExample['given'];

  constructor(example: RuleExample) {
    this.server = serverOf(example.server);
    this.#given = example.given;
  }

  read(reference: Reference): FactValue {
    const value = this.#given[referenceText(reference)];
    if (value !== undefined) return known(value);
    if (reference.namespace === 'server' && reference.name === 'flavour') return known(this.server.flavour);
    if (reference.namespace === 'server' && reference.name === 'version') {
      return known(versionNumber(this.server.version));
    }
    return unknown('absent', `The example does not give ${referenceText(reference)}.`);
  }

  inIntervals(): null {
    return null;
  }

  store(variable: string, requested: Setting): StoredSetting | undefined {
    const cpus = this.#given['host.cpus'];
    return storeSetting(
      {
        server: this.server,
        valueOf: (name) => this.#given[`variable.${name}`],
        reported: () => ({}),
        isGiven: () => undefined,
        facts: (name) => variableFacts(name, this.server),
        cpus: typeof cpus === 'number' ? cpus : undefined,
      },
      variable,
      requested,
    );
  }
}

function serverOf(text: string): ServerKind {
  const [name = '', versionText = ''] = text.split(' ');
  const flavour: Flavour = flavourSchema.parse(name);
  return { flavour, version: parseVersion(versionText) ?? [0, 0, 0] };
}

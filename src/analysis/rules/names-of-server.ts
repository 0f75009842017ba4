import { rememberVariables } from '../../knowledge/catalog/remembered-variables';
import { sameSettingAs } from '../../knowledge/catalog/values/coupled-variables';
import { isKnownToLack, type ServerKind } from '../../knowledge/catalog/variable-catalog';

/** The texts of all findings ask for the same few names. */
const lookUp = rememberVariables();

/** Words that may be names of variables; those without an underscore are English words too. */
const names = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

/**
 * A fixed text of a rule with the variables under the names that this server has: rules name them as the newest server
 * does (`replica_net_timeout`), 5.7 and MariaDB otherwise (`slave_net_timeout`). What it has under no name stays. Only for
 * texts of our own: a name within a statement or an error of the server is to stay as it is.
 */
export function inNamesOf(server: ServerKind, text: string): string {
  return text.replace(names, (name) => {
    if (!isKnownToLack(name, server, lookUp)) return name;
    const others = sameSettingAs(name);
    const all = [...others, ...others.flatMap(sameSettingAs)];
    return all.find((other) => lookUp(other, server) !== undefined) ?? name;
  });
}

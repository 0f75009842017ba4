import { onceFor } from '../../shared/base/once-for';
import { type ServerKind, type VariableFacts, variableFacts } from './variable-catalog';

/** The catalog with a memory: rules, and readers of many servers, ask for the same variables over and over. */
export function rememberVariables(): typeof variableFacts {
  const kinds = new Map<string, Map<string, VariableFacts | undefined>>();
  const namesOf = onceFor(({ flavour, version }: ServerKind) => {
    const kind = `${flavour} ${version.join('.')}`;
    const names = kinds.get(kind) ?? new Map<string, VariableFacts | undefined>();
    kinds.set(kind, names);
    return names;
  });
  return (name, server) => {
    const names = namesOf(server);
    const remembered = names.get(name);
    if (remembered !== undefined || names.has(name)) return remembered;
    const facts = variableFacts(name, server);
    names.set(name, facts);
    return facts;
  };
}

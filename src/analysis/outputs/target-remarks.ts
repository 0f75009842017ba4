import { catalogNames, serverRules, serverView } from '../../knowledge/option-file';
import { variableFacts } from '../../knowledge/variable-catalog';
import type { RenderContext } from './render-context';

/** What is wrong with the user's option files, and what the server would make of values outside its range. */
export function targetRemarks({ myCnf, analysis }: RenderContext): string[] {
  const tree = myCnf?.tree;
  if (tree === undefined) return [];
  const { server } = analysis.snapshot;
  const rules = serverRules(server);
  const { problems } = serverView(tree, {
    server,
    names: { ...catalogNames(), ...rules },
    facts: (name) => variableFacts(name, server),
  });
  return [...tree.problems, ...problems].map(({ severity, message }) =>
    severity === 'error' ? `Error: ${message}` : message,
  );
}

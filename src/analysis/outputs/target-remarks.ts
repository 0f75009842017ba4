import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import { catalogNames, serverRules, serverView } from '../../knowledge/option-file';
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
  const remarks = [...tree.problems, ...problems].map(({ severity, message }) =>
    severity === 'error' ? `Error: ${message}` : message,
  );
  // A file that is read several times says the same each time.
  return [...new Set(remarks)];
}

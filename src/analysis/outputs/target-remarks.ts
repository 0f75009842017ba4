import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import { namesOfVersion, serverView } from '../../knowledge/option-file';
import type { RenderContext } from './render-context';

/** What is wrong with the user's option files, and what the server would make of values outside its range. */
export function targetRemarks({ myCnf, analysis, present }: RenderContext): string[] {
  const tree = myCnf?.tree;
  if (tree === undefined) return [];
  const { server } = analysis.snapshot;
  const { problems } = serverView(tree, {
    server,
    names: namesOfVersion(server, present.keys()),
    facts: (name) => variableFacts(name, server),
  });
  const remarks = [...tree.problems, ...problems].map(({ severity, message }) =>
    severity === 'error' ? `Error: ${message}` : message,
  );
  // A file that is read several times says the same each time.
  return [...new Set(remarks)];
}

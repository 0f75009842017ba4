import { renderDiff, renderOptionFile } from './option-file';
import type { RenderContext } from './render-context';
import { heading, nowStatements } from './sql';

/**
 * Both at once: an SQL script that sets what can change now, and in its comments the option file, or the diff of the
 * user's own, for the next start. Lines of the file begin with `-- | `.
 */
export function renderNowAndFile(context: RenderContext): string {
  const { myCnf } = context;
  const what = 'SET GLOBAL for now, and the option file for the next start.';
  const file = myCnf === null ? renderOptionFile(context) : renderDiff(context);
  const kind = myCnf === null ? 'The option file' : `The change of ${myCnf.path}, as patch takes it`;
  const lines = [
    ...heading('now-and-file', what, context),
    ...nowStatements('GLOBAL', context),
    '',
    ...(file === '' ? ['-- The option file says it already.'] : [`-- ${kind}:`]),
    ...file
      .split('\n')
      .slice(0, -1)
      .map((line) => `-- | ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

import { type Sql, sql, sqlComment, sqlEnclosed, sqlFile } from '../../shared/writers/sql';
import { renderDiff, renderOptionFile } from './option-file';
import type { RenderContext } from './render-context';
import { heading, nowStatements } from './sql';

/**
 * Both at once: an SQL script that sets what can change now, and in its comments the option file, or the diff of the
 * user's own, for the next start. Lines of the file begin with `-- | `.
 */
export function renderNowAndFile(context: RenderContext): Sql {
  const { myCnf } = context;
  const what = 'SET GLOBAL for now, and the option file for the next start.';
  const file = myCnf === null ? renderOptionFile(context) : renderDiff(context);
  const kind = myCnf === null ? 'The option file' : `The change of ${myCnf.path}, as patch takes it`;
  const enclosed = sqlEnclosed(file.text);
  return sqlFile([
    ...heading('now-and-file', what, context),
    ...nowStatements('GLOBAL', context),
    sql``,
    ...(file.text === ''
      ? [sql`-- The option file says it already.`]
      : enclosed === null
        ? sqlComment(
            context.words(
              'The option file holds characters that an SQL comment cannot carry; --format cnf or diff prints it.',
            ),
          )
        : [...sqlComment(`${kind}:`), ...enclosed]),
  ]);
}

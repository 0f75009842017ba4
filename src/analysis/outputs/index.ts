import type { Analysis } from '../../shared/analysis';
import type { Plan, PlanFormat } from '../../shared/plan';
import { renderHtml, renderMarkdown } from './documents';
import { applyToOptionFile, renderDiff, renderOptionFile, type UserOptionFile } from './option-file';
import { renderSetGlobal, renderSetPersist, renderSetPersistOnly } from './sql';

/**
 * Renders a plan in one of its formats, with the file name it would be saved under.
 * @param myCnf the user's option file, which `cnf` edits and `diff` compares with; null: a new file
 */
export function renderPlan(
  plan: Plan,
  analysis: Analysis,
  format: PlanFormat,
  myCnf: UserOptionFile | null,
): { text: string; fileName: string } {
  switch (format) {
    case 'cnf':
      return {
        text:
          myCnf === null ? renderOptionFile(plan, analysis) : applyToOptionFile(plan, analysis, myCnf.text),
        fileName: 'my.cnf',
      };
    case 'diff':
      return { text: renderDiff(plan, analysis, myCnf), fileName: 'my.cnf.diff' };
    case 'set-global':
      return { text: renderSetGlobal(plan, analysis), fileName: 'set-global.sql' };
    case 'set-persist':
      return { text: renderSetPersist(plan, analysis), fileName: 'set-persist.sql' };
    case 'set-persist-only':
      return { text: renderSetPersistOnly(plan, analysis), fileName: 'set-persist-only.sql' };
    case 'markdown':
      return { text: renderMarkdown(plan, analysis), fileName: 'plan.md' };
    case 'html':
      return { text: renderHtml(plan, analysis), fileName: 'plan.html' };
    case 'json':
      return { text: `${JSON.stringify(plan, null, 2)}\n`, fileName: 'plan.json' };
  }
}

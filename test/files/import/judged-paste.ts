import { analyze } from '../../../src/analysis';
import { productRules } from '../../analysis/rule-files';
import { importPaste } from './pasted';

const rules = productRules();

/** A pasted text, read and judged: its snapshot with what is known of the host, and the analysis with the rules that fired. */
export async function judged(text: string) {
  const { snapshot } = await importPaste(`${text}\n`);
  const analysis = analyze(snapshot, rules, { path: null });
  const host = Object.fromEntries(
    Object.entries(snapshot.host).flatMap(([name, fact]) =>
      fact?.value === undefined ? [] : [[name, fact.value]],
    ),
  );
  return { ...analysis, snapshot, analysis, host, ids: analysis.findings.map(({ ruleId }) => ruleId) };
}

import { expect, test } from 'vitest';
import { exampleAnalysis } from '../../../test/cli/example-analysis';
import { analysisText } from './analysis-text';
import { plainStyle } from './style';

test('what several rules lack is reported once, with all of them', () => {
  const reasons = [{ input: 'x', code: 'absent' as const, text: 'The imported files do not say.' }];
  const notChecked = ['one', 'two'].map((ruleId) => ({ ruleId, title: ruleId, reasons }));
  const text = analysisText(exampleAnalysis({ notChecked }), plainStyle, 80);
  expect(text).toContain('  - one, two: The imported files do not say.\n');
  expect(text).toContain('2 not checked.');
});

import { type RuleExplanation, ruleExplanationSchema } from '../shared/rules/rule-explanation';
import { printDocument } from './json-output';
import { type Terminal, wantsColour } from './terminal';
import { ruleText } from './text/rule-text';
import { colourStyle, plainStyle } from './text/style';

/** Prints a rule, with what it said of a snapshot where it was asked of one. */
export function printRule(explanation: RuleExplanation, terminal: Terminal, json: boolean): void {
  if (json) {
    printDocument(terminal.stdout, ruleExplanationSchema, explanation);
    return;
  }
  const style = wantsColour(terminal) ? colourStyle : plainStyle;
  terminal.stdout.writeStyled(ruleText(explanation, style, Math.min(terminal.stdout.columns, 110)));
}

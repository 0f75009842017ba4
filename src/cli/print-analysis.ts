import { type Analysis, analysisSchema } from '../shared/analysis';
import { type ExitCode, exitCodes } from '../shared/base/error';
import { printDocument } from './json-output';
import { type Terminal, wantsColour } from './terminal';
import { analysisText } from './text/analysis-text';
import { colourStyle, plainStyle } from './text/style';

/** Prints an analysis; the exit code says whether there is anything above a notice in it. */
export function printAnalysis(analysis: Analysis, terminal: Terminal, json: boolean): ExitCode {
  if (json) {
    printDocument(terminal.stdout, analysisSchema, analysis);
  } else {
    const style = wantsColour(terminal) ? colourStyle : plainStyle;
    terminal.stdout.writeStyled(analysisText(analysis, style, Math.min(terminal.stdout.columns, 110)));
  }
  return analysisExitCode(analysis);
}

/** Whether there is anything above a notice in it. */
export function analysisExitCode({ findings }: Pick<Analysis, 'findings'>): ExitCode {
  return findings.some(({ severity }) => severity !== 'notice') ? exitCodes.findings : exitCodes.done;
}

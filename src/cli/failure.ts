import type { CommanderError } from 'commander';
import { type ExitCode, exitCodeFor, exitCodes, LatchkeyError, toLatchkeyError } from '../shared/base/error';
import { jsonText } from '../shared/writers/json';
import type { Output } from './terminal';
import { texts } from './texts';

/** Says what went wrong on stderr, as text or as one JSON document, and gives the exit code for it. */
export function reportFailure(thrown: unknown, stderr: Output, json: boolean): ExitCode {
  const error = toLatchkeyError(thrown);
  if (json) {
    stderr.write(`${jsonText(error.toDocument())}\n`);
  } else {
    stderr.line(`latchkey: ${inOneLine(error.message)}`);
    if (error.hint !== undefined) stderr.line(texts.hint(inOneLine(error.hint)));
  }
  return exitCodeFor(error.code);
}

/** Says something that the user should know though the command goes on, on stderr: a line, or a line of JSON. */
export function reportRemark(remark: string, stderr: Output, json: boolean): void {
  stderr.line(json ? jsonText({ warning: remark }) : `latchkey: ${inOneLine(remark)}`);
}

/** Errors of a server or a file may hold line breaks: none of them begins a line that could pass for one of ours. */
function inOneLine(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/**
 * What commander's way of ending means: null when it has shown help or the version, and the run is done; otherwise a
 * usage error with commander's own words (which suggest the nearest option or command).
 * @param command the command that was given; null: none that there is
 */
export function usageError(error: CommanderError, command: string | null): LatchkeyError | null {
  if (error.exitCode === exitCodes.done) return null;
  if (error.code === 'commander.help') {
    return new LatchkeyError('usage', texts.giveACommand, { hint: texts.latchkeyHelpListsThem });
  }
  const [message = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest
    .join(' ')
    .replace(/^\(|\)$/g, '')
    .trim();
  const help = command === null ? texts.latchkeyHelpListsTheCommands : texts.latchkeyHelpShowsWhatIt(command);
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`;
  return new LatchkeyError('usage', `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`, {
    hint: [suggestion, help].filter((part) => part !== '').join(' '),
  });
}

import { counted, formatValue } from '../../../shared/base/units';
import { hourMs, hoursOf, type ServerHistory, stepNote } from '../../../shared/history';
import { momentText } from '../../history/calendar';
import { loadPattern, redoByHour } from '../../history/judge-history';
import { type Peak, peakOf } from '../../history/peaks';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const source = 'the history of the snapshot: hours from a store of metrics (docs/history.md)';
const tooShort = 'The history holds fewer than 24 known hours of it.';

/** The peak of the statements; leaves with the reason where there is none. */
function statements(read: FactReader): Peak {
  return peakOf(read.history().series.Questions?.mean ?? []) ?? read.missing('absent', tooShort);
}

function redo(read: FactReader): Peak {
  return peakOf(redoByHour(read.history()) ?? []) ?? read.missing('absent', tooShort);
}

function largestOf(history: ServerHistory, name: string): number {
  return (history.series[name]?.max ?? []).reduce<number>((most, one) => Math.max(most, one ?? 0), 0);
}

function whenOf(read: FactReader, { hour }: Peak): string {
  return momentText(Date.parse(read.history().from) + hour * hourMs);
}

/** Days of a history, as sentences name them. */
function daysText(history: ServerHistory): string {
  return counted(Math.max(1, Math.round(hoursOf(history) / 24)), 'day');
}

/** Facts on the load of the weeks before a snapshot; all are absent where it carries no history. */
export const loadOverTimeFacts: FactDefinition[] = [
  {
    id: 'load_peak_hour',
    unit: 'count/s',
    type: 'number',
    needs: ['snapshot.history'],
    doc: {
      what: 'Statements per second in the busiest hour of the history.',
      formula: 'largest hourly mean of Questions; 24 known hours at least',
      source,
    },
    compute: (read) => statements(read).value,
  },
  {
    id: 'load_peak_text',
    unit: 'none',
    type: 'string',
    needs: ['snapshot.history'],
    doc: {
      what: 'When that hour was, and the pattern of busy hours.',
      formula: 'hours of at least 80 % of the 95th percentile, by day of the week and hour',
      source,
    },
    compute: (read) => {
      const pattern = loadPattern(read.history());
      const when = `the hour from ${whenOf(read, statements(read))}`;
      return pattern === null ? when : `${when}; busy ${pattern}${/\d/.test(pattern) ? ' UTC' : ''}`;
    },
  },
  ...([95, 99] as const).map(
    (percent): FactDefinition => ({
      id: `load_hour_p${percent}`,
      unit: 'count/s',
      type: 'number',
      needs: ['snapshot.history'],
      doc: {
        what: `Statements per second that ${percent} % of the hours of the history do not pass.`,
        formula: `${percent}th percentile of the hourly means of Questions`,
        source,
      },
      compute: (read) => statements(read)[`p${percent}`],
    }),
  ),
  {
    id: 'load_of_peak',
    unit: 'ratio',
    type: 'number',
    needs: ['snapshot.history', 'fact.statement_rate'],
    doc: {
      what: 'Load of the window as a share of that of the busiest hour.',
      formula: 'statement_rate / load_peak_hour',
      source: 'derived',
    },
    compute: (read) => {
      const peak = statements(read).value;
      return peak > 0
        ? read.fact('statement_rate') / peak
        : read.missing('error', 'Nothing ran in the history.');
    },
  },
  {
    id: 'redo_hour_peak',
    unit: 'bytes/s',
    type: 'number',
    needs: ['snapshot.history'],
    doc: {
      what: 'Redo generated per second in the hour of the history with most of it.',
      formula: 'largest hourly mean of the growth of the log sequence number, else of Innodb_os_log_written',
      source,
    },
    compute: (read) => redo(read).value,
  },
  {
    id: 'redo_hour_text',
    unit: 'none',
    type: 'string',
    needs: ['snapshot.history'],
    doc: {
      what: 'The same as a sentence, for rules whose values rest on it.',
      formula: 'redo_hour_peak with its hour',
      source,
    },
    compute: (read) => {
      const peak = redo(read);
      const history = read.history();
      return `Sized by the busiest hour of ${daysText(history)}: ${formatValue(peak.value * 3600, 'bytes')} of redo in the hour from ${whenOf(read, peak)} (${stepNote(history)})`;
    },
  },
  {
    id: 'connections_most',
    unit: 'count',
    type: 'number',
    needs: ['snapshot.history'],
    doc: {
      what: 'Most connections open at once in the history.',
      formula: 'the larger of the largest step of Threads_connected and of Max_used_connections',
      source,
    },
    compute: (read) => {
      const history = read.history();
      const most = ['Threads_connected', 'Max_used_connections'].map((name) => largestOf(history, name));
      const largest = Math.max(...most);
      return largest > 0 ? largest : read.missing('absent', 'The history holds no number of connections.');
    },
  },
];

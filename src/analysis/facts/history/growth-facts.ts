import type { Growth } from '../../../shared/history';
import { type Trend, trendOf } from '../../history/growth';
import { connectionsByDay, dataDisk, trendText } from '../../history/growth-trends';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const source =
  'a line through the last level of each day by least squares, 95 % interval of its slope (docs/history.md)';
/** Ten years: nothing that grows is that far. */
const never = 3650;

interface Filling {
  name: string;
  trend: Trend;
  unit: 'bytes' | 'count';
}

/** The trend of one that has a limit; leaves with the reason where nothing can be said. */
function daysOf(read: FactReader, { trend }: Filling): number {
  if (trend.kind === 'unknown') return read.missing('absent', trend.reason);
  return trend.kind === 'steady' ? never : trend.days;
}

function textOf(read: FactReader, { name, trend, unit }: Filling): string {
  return `${name}: ${trendText(trend, unit, read.history().to, true)}`;
}

/** The disk of the data directory; where a metrics store does not say which that is, the one that is full first. */
function disk(read: FactReader): Filling {
  const folder = read.factReading('data_directory');
  if (!folder.known) return fullFirst(read);
  const found = dataDisk(read.history(), String(folder.value));
  if (found === null || found.of !== 'disk' || found.limit === null) {
    return read.missing('absent', 'The history holds no disk of the data directory.');
  }
  return { name: found.path, trend: trendOf(found.values, found.limit), unit: 'bytes' };
}

function fullFirst(read: FactReader): Filling {
  const disks = read.history().growth.flatMap((one): Filling[] => {
    if (one.of !== 'disk' || one.limit === null) return [];
    const name = `${one.path} (whether it holds the data is not known)`;
    return [{ name, trend: trendOf(one.values, one.limit), unit: 'bytes' }];
  });
  const [first] = disks.sort((a, b) => urgency(a.trend) - urgency(b.trend));
  return first ?? read.missing('absent', 'The history holds no disks.');
}

/** The column that runs full first; those without a trend say nothing. */
function autoIncrement(read: FactReader): Filling {
  const columns = read
    .history()
    .growth.flatMap((growth) => (isColumn(growth) && growth.limit !== null ? [growth] : []))
    .map(
      (growth): Filling => ({
        name: `${growth.schema}.${growth.table}.${growth.column}`,
        trend: trendOf(growth.values, growth.limit ?? Number.POSITIVE_INFINITY),
        unit: 'count',
      }),
    );
  const [first] = columns.sort((a, b) => urgency(a.trend) - urgency(b.trend));
  return first ?? read.missing('absent', 'The history holds no auto-increment columns.');
}

/** What is known to fill up first, then what is not known, then what does not fill up. */
function urgency(trend: Trend): number {
  return trend.kind === 'grows' ? trend.days : trend.kind === 'unknown' ? never - 1 : never;
}

function isColumn(growth: Growth): growth is Extract<Growth, { of: 'auto-increment' }> {
  return growth.of === 'auto-increment';
}

function connections(read: FactReader): Filling {
  const values = connectionsByDay(read.history());
  if (values.every((value) => value === null)) {
    return read.missing('absent', 'The history holds no number of connections.');
  }
  return { name: 'Connections', trend: trendOf(values, read.number('max_connections')), unit: 'count' };
}

function daysAndText(
  id: string,
  what: string,
  needs: FactDefinition['needs'],
  find: (read: FactReader) => Filling,
): FactDefinition[] {
  return [
    {
      id: `${id}_full_days`,
      unit: 'count',
      type: 'number',
      needs,
      doc: {
        what: `Days after the end of the history until ${what}; 3650: not within ten years.`,
        formula:
          'what is left / growth per day; unknown where the line explains less than 80 % of the levels',
        source,
      },
      compute: (read) => daysOf(read, find(read)),
    },
    {
      id: `${id}_full_text`,
      unit: 'none',
      type: 'string',
      needs,
      doc: {
        what: 'The same as a sentence, with the day and its interval.',
        formula: `${id}_full_days as a date`,
        source,
      },
      compute: (read) => textOf(read, find(read)),
    },
  ];
}

/** Facts on what fills up, by the history of its levels. */
export const growthFacts: FactDefinition[] = [
  {
    id: 'data_directory',
    unit: 'none',
    type: 'string',
    needs: ['variable.datadir'],
    doc: { what: 'The data directory.', formula: 'datadir', source: 'MySQL manual, datadir' },
    compute: (read) => String(read.variable('datadir')),
  },
  ...daysAndText(
    'disk',
    'the disk of the data directory is full, or where that is not known the first disk of the host',
    ['snapshot.history', 'fact.data_directory'],
    disk,
  ),
  ...daysAndText(
    'auto_increment',
    'the first auto-increment column reaches the end of its type',
    ['snapshot.history'],
    autoIncrement,
  ),
  ...daysAndText(
    'connections',
    'the most connections of a day reach max_connections',
    ['snapshot.history', 'variable.max_connections'],
    connections,
  ),
];

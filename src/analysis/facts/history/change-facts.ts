import { type Change, changesIn } from '../../history/changes';
import { judgedChange } from '../../history/judge-history';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const source =
  "Little's law; same hours of the day compared, days as units, Welch's interval (docs/history.md)";

interface Slower {
  change: Change;
  /** Percent that statements are slower at least (end of the 95 % interval). */
  atLeast: number;
}

/** The change since which statements take longer by most; leaves with the reason where no change can be compared. */
function slowest(read: FactReader): Slower {
  const compared = changesIn(read.history()).flatMap((change): Slower[] => {
    const time = change.effects.find(({ metric }) => metric.id === 'statement-time')?.effect;
    return time?.known === true ? [{ change, atLeast: time.low }] : [];
  });
  const [first] = compared.sort((a, b) => b.atLeast - a.atLeast);
  return (
    first ??
    read.missing('absent', 'The history holds no change of a setting or version that could be compared.')
  );
}

/** Facts on what the load did since a setting or the version changed. */
export const changeFacts: FactDefinition[] = [
  {
    id: 'slower_since_change',
    unit: 'percent',
    type: 'number',
    needs: ['snapshot.history'],
    doc: {
      what: 'By how much statements take longer at least since a setting or the version changed: the change with most of it. Below 0: none is known to be slower.',
      formula:
        'low end of the 95 % interval of the ratio of (Threads_running - 1) / Questions per second, after to before',
      source,
    },
    compute: (read) => slowest(read).atLeast,
  },
  {
    id: 'slower_since_text',
    unit: 'none',
    type: 'string',
    needs: ['snapshot.history'],
    doc: {
      what: 'That change, with what else changed since.',
      formula: 'effects with their intervals',
      source,
    },
    compute: (read) => judgedChange(slowest(read).change).text,
  },
];

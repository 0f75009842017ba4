import { type ThreadStateMeaning, threadStates } from '../../../knowledge/waits/thread-states';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { activeSessions, mostListedStatement } from '../inputs/listed-sessions';

const source = 'process list at the end of the window; MySQL manual, "General Thread States"';
const needs = ['section.processlist'] as const;

/** What the process list of one moment shows: the state that most active sessions share. */
export const listedStateFacts: FactDefinition[] = [
  {
    id: 'listed_active_sessions',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Sessions of clients that execute a statement, by the process list.',
      formula: 'sessions in Query or Execute with a statement and a state',
      source,
    },
    compute: (read) => activeSessions(read).length,
  },
  {
    id: 'listed_state_sessions',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Those of them in the states that most share: states that mean the same count as one.',
      formula: 'largest group by the meaning of the state',
      source,
    },
    compute: (read) => largestGroup(read)?.sessions ?? 0,
  },
  {
    id: 'listed_state_longest',
    unit: 'seconds',
    type: 'number',
    needs,
    doc: { what: 'Longest of them.', formula: 'largest TIME of the group', source },
    compute: (read) => largestGroup(read)?.longest ?? 0,
  },
  {
    id: 'listed_statement',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'The statement that most active sessions executed when the process list was read, without its literals, and how many of them.',
      formula:
        'most frequent INFO of the active sessions, at the start and at the end of the window, where two or more executed it',
      source,
    },
    compute: mostListed,
  },
  text('listed_state', 'State of most of them, as the server words it.', (group) => group.state),
  text('listed_state_means', 'What it means, after "sessions".', (group) => group.means),
  text('listed_state_look', 'Where to look next.', (group) => group.look),
];

function text(id: string, what: string, of: (group: Shown) => string): FactDefinition {
  return {
    id,
    unit: 'none',
    type: 'string',
    needs,
    doc: { what, formula: 'by the meaning of the state', source },
    compute: (read) => {
      const group = largestGroup(read);
      if (group === undefined) return 'none';
      const onAurora = read.server.hosting === 'aurora' ? group.meaning.onAurora : undefined;
      return of({ state: group.state, ...(onAurora ?? group.meaning) });
    },
  };
}

type Shown = Pick<ThreadStateMeaning, 'means' | 'look'> & { state: string };

interface Group {
  meaning: ThreadStateMeaning;
  state: string;
  sessions: number;
  longest: number;
}

/** Longest part of a statement that evidence holds. */
const longestShown = 200;

function mostListed(read: FactReader): string {
  const { statement, sessions, of } = mostListedStatement(read);
  const shown = statement.length > longestShown ? `${statement.slice(0, longestShown - 3)}...` : statement;
  return `${shown} (${sessions} of ${of} executing when listed)`;
}

function largestGroup(read: FactReader): Group | undefined {
  const groups = new Map<ThreadStateMeaning, Group>();
  for (const { state, seconds } of activeSessions(read)) {
    const meaning = threadStates.find(({ pattern }) => pattern.test(state));
    if (meaning === undefined) continue;
    const group = groups.get(meaning) ?? { meaning, state, sessions: 0, longest: 0 };
    groups.set(meaning, {
      ...group,
      sessions: group.sessions + 1,
      longest: Math.max(group.longest, seconds),
    });
  }
  return [...groups.values()].sort((a, b) => b.sessions - a.sessions)[0];
}

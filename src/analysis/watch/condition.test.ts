import { describe, expect, test } from 'vitest';
import { compileCondition, type WatchedValues } from './condition';

const values = (levels: Record<string, number>, rates: Record<string, number> = {}): WatchedValues => ({
  status: (name) => levels[name],
  rate: (name) => rates[name],
});

describe('conditions to watch', () => {
  test('a bare level, with the time for which it must hold', () => {
    const condition = compileCondition('Threads_running > 25 for 5s');
    expect(condition).toMatchObject({ holdMs: 5000, names: ['Threads_running'] });
    expect(condition.holds(values({ Threads_running: 26 }))).toBe(true);
    expect(condition.holds(values({ Threads_running: 25 }))).toBe(false);
  });

  test('levels and rates together, whole numbers and fractions, without a time', () => {
    const condition = compileCondition(
      'rate.Questions < 10.5 && (status.Threads_connected >= 3 || Threads_running > 8)',
    );
    expect(condition.holdMs).toBe(0);
    expect(condition.holds(values({ Threads_connected: 3, Threads_running: 0 }, { Questions: 10 }))).toBe(
      true,
    );
    expect(condition.holds(values({ Threads_connected: 2, Threads_running: 0 }, { Questions: 10 }))).toBe(
      false,
    );
  });

  test.each([
    ['500ms', 500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1.5 s', 1500],
  ])('for %s', (time, holdMs) => {
    expect(compileCondition(`Threads_running > 1 for ${time}`).holdMs).toBe(holdMs);
  });

  test('what is not known at a sample neither holds nor fails', () => {
    expect(compileCondition('rate.Questions < 10').holds(values({}))).toBeNull();
  });

  test.each([
    ['Thread_running > 25', 'there is no status variable Thread_running; did you mean Threads_running?'],
    ['threads_running > 25', 'status variable threads_running is spelt Threads_running'],
    ['Questions > 100', 'Questions counts since the server started: use rate.Questions'],
    ['rate.Threads_running > 2', 'Threads_running is a level, not a counter: use status.Threads_running'],
    ['fact.redo_rate > 2', 'only status and rate can be watched, not fact.redo_rate'],
    ['variable.max_connections > 2', 'only status and rate can be watched'],
    ['Threads_running > 25 for a while', 'what follows "for" is no time'],
    ['Threads_running > 25 for 5', 'what follows "for" is no time'],
    ['Threads_running', 'it must give a bool, not a double'],
    ['1 > 2', 'it names no status variable'],
    [' for 5s', 'there is no condition'],
    ['Threads_running > ', 'cannot be watched'],
    ['Threads_running > "many"', 'no such overload'],
  ])('%s is refused: %s', (source, problem) => {
    expect(() => compileCondition(source)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining(problem) }),
    );
  });
});

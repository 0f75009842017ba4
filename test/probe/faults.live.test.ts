import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../src/shared/base/random';
import { buildLatchkey } from '../cli/latchkey.ts';
import { describeEachServer } from '../server/real-server.ts';
import { type FaultId, faults } from './faults/fault-list.ts';
import { type Moment, momentOf } from './faults/moments.ts';
import { Stage } from './faults/stage.ts';
import { canHaveSmallDisk, strikeAt } from './faults/storm.ts';

/**
 * Every kind of fault of which `npm run bench -- faults` does dozens, once, but for a cancel and a breached guard, which
 * probe.live.test.ts and guards.live.test.ts provoke. Most strike before the load is looked at, so that they take a
 * second or two; by then the dead man's switch and its schema are there.
 */
const each: Record<string, { fault: FaultId; moment: Moment }[]> = {
  mysql56: [
    { fault: 'disk-full', moment: momentOf('event', 1, 'before') },
    { fault: 'engine-kill', moment: momentOf('event', 1, 'answered') },
    { fault: 'server-kill', moment: momentOf('event', 1, 'answered') },
    { fault: 'dead-mans-switch', moment: momentOf('SET', 2, 'answered') },
  ],
  mysql97: [
    { fault: 'network-reset', moment: momentOf('event', 1, 'answered') },
    { fault: 'exception', moment: momentOf('event', 1, 'before') },
    { fault: 'window', moment: momentOf('event', 1, 'answered') },
    { fault: 'other-client', moment: momentOf('SET', 2, 'answered') },
  ],
  mariadb1011: [
    { fault: 'unreachable', moment: momentOf('event', 1, 'answered') },
    { fault: 'hangup', moment: momentOf('schema', 1, 'before') },
    { fault: 'network-drop', moment: momentOf('event', 1, 'before') },
    { fault: 'dead-mans-switch', moment: momentOf('SET', 1, 'answered') },
  ],
  mariadb118: [
    { fault: 'term', moment: momentOf('event', 1, 'answered') },
    { fault: 'revoked', moment: momentOf('event', 1, 'answered') },
    { fault: 'network-stall', moment: momentOf('event', 1, 'answered') },
    { fault: 'second', moment: momentOf('SET', 2, 'answered') },
  ],
};

const smallDisk = await canHaveSmallDisk();

await describeEachServer('faults of a probe', (id) => {
  let stage: Stage;
  beforeAll(async () => {
    buildLatchkey();
    stage = await Stage.open(id);
  });
  afterAll(() => stage?.close());

  for (const [index, { fault, moment }] of (each[id] ?? []).entries()) {
    const title = `${faults[fault]}, ${moment.when} ${moment.name} ${moment.nth}: originals are in force, or it is said what is left and done at the next start; each change follows its journal entry`;
    test.skipIf(fault === 'disk-full' && !smallDisk)(title, async () => {
      const run = await strikeAt(stage, fault, moment, seededRandom(index + 1));
      expect(run.violations).toEqual([]);
      expect(run.struck, run.outcome).toBe(true);
      if (fault === 'disk-full') expect(run).toMatchObject({ changes: 0, logged: 0 });
      // The server took them as they passed, and logged them.
      else expect(run.logged).toBeGreaterThan(0);
    });
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerId } from '../../scripts/servers/index.ts';
import { seededRandom } from '../../src/shared/base/random';
import { buildLatchkey } from '../cli/latchkey.ts';
import { describeCorePair, isTurnOf } from '../server/real-server.ts';
import { type FaultId, faults } from './faults/fault-list.ts';
import { type Moment, momentOf } from './faults/moments.ts';
import { Stage } from './faults/stage.ts';
import { canHaveSmallDisk, strikeAt } from './faults/storm.ts';

/**
 * Every kind of fault of which `npm run bench -- faults` does dozens, once, but for a cancel and a breached guard, which
 * probe.live.test.ts and guards.live.test.ts provoke. Most strike before the load is looked at, so that they take a
 * second or two; by then the dead man's switch and its schema are there.
 */
const each: readonly { on: ServerId; fault: FaultId; moment: Moment }[] = [
  { on: 'mysql80', fault: 'disk-full', moment: momentOf('event', 1, 'before') },
  { on: 'mysql80', fault: 'engine-kill', moment: momentOf('event', 1, 'answered') },
  { on: 'mysql80', fault: 'server-kill', moment: momentOf('event', 1, 'answered') },
  { on: 'mysql80', fault: 'dead-mans-switch', moment: momentOf('SET', 2, 'answered') },
  { on: 'mysql80', fault: 'network-reset', moment: momentOf('event', 1, 'answered') },
  { on: 'mysql80', fault: 'exception', moment: momentOf('event', 1, 'before') },
  { on: 'mysql80', fault: 'window', moment: momentOf('event', 1, 'answered') },
  { on: 'mysql80', fault: 'other-client', moment: momentOf('SET', 2, 'answered') },
  { on: 'mariadb114', fault: 'unreachable', moment: momentOf('event', 1, 'answered') },
  { on: 'mariadb114', fault: 'hangup', moment: momentOf('schema', 1, 'before') },
  { on: 'mariadb114', fault: 'network-drop', moment: momentOf('event', 1, 'before') },
  { on: 'mariadb114', fault: 'dead-mans-switch', moment: momentOf('SET', 1, 'answered') },
  { on: 'mariadb114', fault: 'term', moment: momentOf('event', 1, 'answered') },
  { on: 'mariadb114', fault: 'revoked', moment: momentOf('event', 1, 'answered') },
  { on: 'mariadb114', fault: 'network-stall', moment: momentOf('event', 1, 'answered') },
  { on: 'mariadb114', fault: 'second', moment: momentOf('SET', 2, 'answered') },
];

const smallDisk = await canHaveSmallDisk();

await describeCorePair('faults of a probe', (id) => {
  let stage: Stage;
  beforeAll(async () => {
    buildLatchkey();
    stage = await Stage.open(id);
  });
  afterAll(() => stage?.close());

  for (const [index, { on, fault, moment }] of each.entries()) {
    if (!isTurnOf(id, on)) continue;
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

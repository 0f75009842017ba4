import { test } from '@playwright/test';
import { heldOff, windowAttacks } from '../test/hostile/attacks/index.ts';
import { openTheatre } from '../test/hostile/stage.ts';

/** What a machine with two cores and other tests on it takes more than a free one. */
const patience = 4;

for (const { expected, run } of windowAttacks.filter(heldOff)) {
  test(expected, async () => {
    const theatre = openTheatre(patience);
    try {
      await theatre.play(run);
    } finally {
      await theatre.close();
    }
  });
}

import { afterAll, beforeAll, describe, test } from 'vitest';
import { rooms } from './attack.ts';
import { commandLineAttacks, heldOff } from './attacks/index.ts';
import { openTheatre, type Theatre } from './stage.ts';

/** What a machine with two cores and other tests on it takes more than a free one. */
const patience = 4;

let theatre: Theatre;
beforeAll(() => {
  theatre = openTheatre(patience);
});
afterAll(() => theatre.close());

// `npm run bench -- hostile` runs all of them; those on the window run in e2e/attacks.spec.ts too.
const short = commandLineAttacks.filter((attack) => attack.quick && heldOff(attack));
describe.each(rooms.filter((room) => short.some((attack) => attack.room === room)))('%s', (room) => {
  for (const { expected, run } of short.filter((attack) => attack.room === room)) {
    test(expected, () => theatre.play(run).then(() => undefined));
  }
});

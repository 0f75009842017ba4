import type { Attack } from '../attack.ts';
import { accountAttacks } from './accounts.ts';
import { answerAttacks } from './answers.ts';
import { changeAttacks } from './changes.ts';
import { documentAttacks } from './documents.ts';
import { importAttacks } from './imports.ts';
import { loginAttacks } from './login.ts';
import { outputAttacks } from './outputs.ts';
import { packetAttacks } from './packets.ts';
import { windowAttacks } from './window.ts';

/** Those on `bin/latchkey`; the quick ones run in hostile.live.test.ts. */
export const commandLineAttacks: readonly Attack[] = [
  ...loginAttacks,
  ...answerAttacks,
  ...packetAttacks,
  ...documentAttacks,
  ...importAttacks,
  ...outputAttacks,
  ...accountAttacks,
  ...changeAttacks,
];

/** Those on the real window; all of them run in e2e/attacks.spec.ts. */
export { windowAttacks } from './window.ts';

/** Whether it is known to be held off: what is not stands in no document and no test. */
export const heldOff = ({ open }: Attack): boolean => open === undefined;

/** Every attack there is: run by the bench, and listed in docs/security.md. */
export const attacks: readonly Attack[] = [...commandLineAttacks, ...windowAttacks];

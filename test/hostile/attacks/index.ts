import type { Attack } from '../attack.ts';
import { answerAttacks } from './answers.ts';
import { loginAttacks } from './login.ts';

/** Every attack there is: run by the bench, in part by `npm test`, and listed in docs/security.md. */
export const attacks: readonly Attack[] = [...loginAttacks, ...answerAttacks];

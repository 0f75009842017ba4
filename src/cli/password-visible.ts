import { LatchkeyError } from '../shared/base/error';

/** The refusal of a password that stands in the arguments. */
export function passwordVisible(where: string): LatchkeyError {
  return new LatchkeyError(
    'usage',
    `A password ${where} is refused: every user of this machine can see it in the list of processes.`,
    {
      hint: 'Use --password to be asked, --password-stdin, the environment variable LATCHKEY_PASSWORD, a login path or an option file (for SSH: --ssh-password, --ssh-password-stdin, LATCHKEY_SSH_PASSWORD, or the agent).',
    },
  );
}

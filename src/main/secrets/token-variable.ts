import { z } from 'zod';
import { LatchkeyError } from '../../shared/base/error';
import { texts } from './texts';

const askingSchema = z.looseObject({
  source: z.looseObject({ tokenVariable: z.string() }),
  secrets: z.looseObject({ token: z.string().optional(), password: z.string().optional() }),
});

/**
 * The request with the token in the environment variable that it names: the engine's process is given no such variable. A
 * token or password that was given otherwise wins.
 * @throws LatchkeyError 'usage' where the variable is not set
 */
export function withTokenVariable(
  input: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  const asking = askingSchema.safeParse(input);
  if (!asking.success) return input;
  const { source, secrets } = asking.data;
  if (secrets.token !== undefined || secrets.password !== undefined) return input;
  const token = environment[source.tokenVariable]?.trim();
  if (token === undefined || token === '') {
    throw new LatchkeyError('usage', texts.theEnvironmentVariableIsNot(source.tokenVariable), {
      hint: texts.startLatchkeyFromAShell,
    });
  }
  return { ...asking.data, secrets: { ...secrets, token } };
}

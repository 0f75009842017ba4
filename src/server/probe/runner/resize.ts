import type { Clock } from '../../../shared/base/clock';
import { LatchkeyError } from '../../../shared/base/error';
import { formatBytes, parseSize } from '../../../shared/base/units';
import type { ProbeResult } from '../../../shared/probe';
import { type ArmControl, poolAfterSet } from '../../change';
import type { ProbedServer } from '../definitions/definition';
import { texts } from './texts';

const variable = 'innodb_buffer_pool_size';

/**
 * Sets a new buffer pool size and goes back, and compares what the server made of it with the calculator's forecast.
 * @throws LatchkeyError usage for an arm that sets anything else; else as `enter`
 */
export async function runResize(
  arm: { name: string; settings: readonly { variable: string; value: string }[] },
  server: ProbedServer,
  { control, clock }: { control: Pick<ArmControl, 'enter'>; clock: Clock },
  signal: AbortSignal,
): Promise<{ resize: NonNullable<ProbeResult['resize']>; matched: boolean; text: string }> {
  const [setting, ...others] = arm.settings;
  const asked = parseSize(setting?.value ?? '');
  if (setting?.variable !== variable || others.length > 0 || asked === null) {
    throw new LatchkeyError('usage', texts.anVariantOfBufferPool(variable));
  }
  const forecast = poolAfterSet(server.identity, server.globals, asked);
  const started = clock.monotonicMs();
  const entered = await control.enter(arm.name, signal);
  const seconds = (clock.monotonicMs() - started) / 1000;
  const stored = Number(entered.settings[0]?.stored ?? Number.NaN);
  const back = clock.monotonicMs();
  await control.enter(null, signal);
  const backSeconds = (clock.monotonicMs() - back) / 1000;
  const matched = stored === forecast.sizeBytes;
  const resize = {
    from: Number(server.globals.get(variable)),
    asked,
    predicted: forecast.sizeBytes,
    stored,
    seconds,
    backSeconds,
    messages: entered.settings.flatMap(({ remarks }) => remarks),
  };
  const text = `Asked ${formatBytes(asked)}, predicted ${formatBytes(resize.predicted)}, the server has ${formatBytes(stored)}.`;
  return { resize, matched, text };
}

import { formatBytes, sizeLiteral } from '../../shared/base/units';
import type { Chunks } from '../../shared/chunks';
import { flavourNames } from '../../shared/server';
import { fields, type Style } from './style';
import { texts } from './texts';

const bases = {
  live: texts.provenAgainstALiveServer,
  source: texts.fromThisLinesSourceCode,
  manual: texts.fromTheManualAndThe,
};

/** What a server makes of a buffer pool size, as a person reads it on a terminal. */
export function chunksText(given: Chunks, style: Style): string {
  const chunks = fields(given);
  const { input, effective, messages, alternatives } = chunks;
  const lines = [
    style.strong(outcome(chunks)),
    style.faint(`${flavourNames[input.flavour]} ${input.version.join('.')}; ${bases[chunks.basis]}`),
  ];
  if (effective.sizeBytes > 0) {
    lines.push('', ...rows(chunks).map(([name, value]) => `  ${name.padEnd(34)}${value}`));
  }
  if (messages.length > 0) {
    lines.push('', style.strong(chunks.at === 'start' ? texts.theErrorLogSays : texts.showWarningsSays));
    for (const { level, code, text } of messages) {
      const paint = { error: style.critical, warning: style.warning, note: style.notice }[level];
      lines.push(`  ${paint(level)}${code === null ? '' : ` ${code}`}: ${text}`);
    }
  }
  if (alternatives.length > 0) {
    lines.push('', style.strong(texts.nearestSizesWithAStep));
    for (const { sizeBytes, stepPercent } of alternatives) {
      lines.push(texts.step(exact(sizeBytes).padEnd(34), stepPercent));
    }
  }
  return `${lines.join('\n')}\n`;
}

function outcome({ at, accepted, changed, async, effective }: Chunks): string {
  const size = exact(effective.sizeBytes);
  if (at === 'start') return accepted ? texts.theServerStartsWith(size) : texts.theServerDoesNotStart;
  if (!accepted) return `SET GLOBAL fails; the pool stays at ${size}.`;
  if (!changed) return `SET GLOBAL changes nothing; the pool stays at ${size}.`;
  return async
    ? `SET GLOBAL resizes the pool to ${size} in the background: watch Innodb_buffer_pool_resize_status; until it has ended, another SET is refused.`
    : `SET GLOBAL resizes the pool to ${size} and returns when it is done.`;
}

function rows({ effective, step }: Chunks): [string, string][] {
  const { sizeBytes, chunkBytes, instances, chunksPerInstance, totalChunks, sizeMaxBytes } = effective;
  const all: [string, string | null][] = [
    ['innodb_buffer_pool_size', exact(sizeBytes)],
    ['innodb_buffer_pool_chunk_size', chunkBytes === null ? null : exact(chunkBytes)],
    ['innodb_buffer_pool_instances', instances === null ? null : String(instances)],
    ['chunks', totalChunks === null ? null : `${totalChunks}, ${chunksPerInstance} in each instance`],
    [texts.resizeStep, step === null ? null : texts.ofThePool(exact(step.bytes), step.percent)],
    ['innodb_buffer_pool_size_max', sizeMaxBytes === null ? null : exact(sizeMaxBytes)],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]));
}

/** `2G (2147483648)`: as an option file takes it, and as the server says it. */
function exact(bytes: number): string {
  const literal = sizeLiteral(bytes);
  return `${literal === String(bytes) ? formatBytes(bytes) : literal} (${bytes})`;
}

import { formatBytes, sizeLiteral } from '../../shared/base/units';
import type { Chunks } from '../../shared/chunks';
import { flavourNames } from '../../shared/server';
import { fields, type Style } from './style';

const bases = {
  live: 'proven against a live server of this line',
  source: "from this line's source code",
  manual: "from the manual and the lines beside it; this line's source was not read",
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
    lines.push('', style.strong(chunks.at === 'start' ? 'The error log says' : 'SHOW WARNINGS says'));
    for (const { level, code, text } of messages) {
      const paint = { error: style.critical, warning: style.warning, note: style.notice }[level];
      lines.push(`  ${paint(level)}${code === null ? '' : ` ${code}`}: ${text}`);
    }
  }
  if (alternatives.length > 0) {
    lines.push('', style.strong('Nearest sizes with a step of 2 to 5 % and fewer than 1000 chunks'));
    for (const { sizeBytes, stepPercent } of alternatives) {
      lines.push(`  ${exact(sizeBytes).padEnd(34)}step ${stepPercent} %`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function outcome({ at, accepted, changed, async, effective }: Chunks): string {
  const size = exact(effective.sizeBytes);
  if (at === 'start') return accepted ? `The server starts with ${size}.` : 'The server does not start.';
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
    ['resize step', step === null ? null : `${exact(step.bytes)}, ${step.percent} % of the pool`],
    ['innodb_buffer_pool_size_max', sizeMaxBytes === null ? null : exact(sizeMaxBytes)],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]));
}

/** `2G (2147483648)`: as an option file takes it, and as the server says it. */
function exact(bytes: number): string {
  const literal = sizeLiteral(bytes);
  return `${literal === String(bytes) ? formatBytes(bytes) : literal} (${bytes})`;
}

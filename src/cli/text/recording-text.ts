import { formatBytes, formatSeconds } from '../../shared/base/units';
import type { RecordingSummary } from '../../shared/recording';
import { fields, harmless } from './style';
import { texts } from './texts';

/** `1a2b3c4d  2026-11-21 03:04 UTC  8 h 2 min  28,900 samples of 412 series, 31 MiB, 1 gap  root@db` */
export function recordingLine(given: RecordingSummary & { running?: boolean }): string {
  const one = fields(given);
  const gaps = one.events.filter(({ kind }) => kind === 'gap').length;
  const restarts = one.events.filter(({ kind }) => kind === 'restart').length;
  const parts = [
    texts.samplesOfSeries(one.samples.toLocaleString('en-US'), one.series),
    formatBytes(one.bytes),
    ...(gaps > 0 ? [`${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`] : []),
    ...(restarts > 0 ? [`${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`] : []),
    ...(one.running === true ? ['running'] : []),
  ];
  const start = one.startedAt.slice(0, 16).replace('T', ' ');
  return harmless(
    texts.utc3(
      one.id.slice(0, 8),
      start,
      formatSeconds(Math.round(one.lengthMs / 1000)),
      parts.join(', '),
      one.title,
    ),
  );
}

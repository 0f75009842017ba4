import type { ProbeResult } from '../../../shared/probe';

export function ExportResult(_: { result: ProbeResult }) {
  return null;
}

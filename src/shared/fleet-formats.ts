import { z } from 'zod';

/** For people, then for programs. */
export const fleetReportFormats = ['html', 'markdown', 'json', 'csv', 'jsonl'] as const;
export const fleetExportFormats = ['prometheus', 'sarif', 'junit', 'jsonl'] as const;
export const fleetFormatSchema = z.enum([...fleetReportFormats, 'prometheus', 'sarif', 'junit']);
export type FleetFormat = z.infer<typeof fleetFormatSchema>;

/** Endings of files by format; `prom` is what the textfile collector of node_exporter reads. */
export const fleetExtensions: Readonly<Record<FleetFormat, string>> = {
  html: 'html',
  markdown: 'md',
  json: 'json',
  csv: 'csv',
  jsonl: 'jsonl',
  prometheus: 'prom',
  sarif: 'sarif',
  junit: 'xml',
};

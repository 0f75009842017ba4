import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { planChoicesSchema } from '../plan';
import { redactionClassSchema } from '../redaction';
import { call, snapshotRef } from './call';

const reportParts = {
  /** Only this finding, and what it would change; absent: the whole diagnosis. */
  ruleId: z.string().optional(),
  /** What is taken out of the snapshot before it is judged and reported; absent: nothing. */
  classes: z.array(redactionClassSchema).optional(),
  /** The summary on one page in place of the report, as HTML or PDF; `before`: a snapshot that it is compared with. */
  summary: z.object({ before: z.string().nullable() }).optional(),
};

export const reportContract = {
  /** Writes a chart to the file that was chosen for it. */
  'chart.save': call({
    by: 'engine',
    job: false,
    input: z.object({
      path: pathSchema('write'),
      content: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('csv'), text: z.string() }),
        z.object({ kind: z.literal('png'), base64: z.base64() }),
      ]),
    }),
    output: z.object({ path: z.string() }),
  }),
  'report.save': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({
      format: z.enum(['html', 'markdown', 'json']),
      path: pathSchema('write'),
      choices: planChoicesSchema,
      ...reportParts,
    }),
    output: z.object({ path: z.string() }),
  }),
  /** The HTML report, printed. */
  'report.savePdf': call({
    by: 'main',
    job: false,
    input: snapshotRef.extend({
      path: pathSchema('write'),
      choices: planChoicesSchema,
      ...reportParts,
    }),
    output: z.object({ path: z.string() }),
  }),
} as const;

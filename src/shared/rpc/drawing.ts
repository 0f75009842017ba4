import { z } from 'zod';
import { drawnSeriesSchema } from '../recording';

/** A part of what was sampled: of a recording, or of a snapshot. */
export const recordingRange = z.object({
  id: z.string(),
  /** Milliseconds since the start of the recording; absent: its start and its end. */
  fromMs: z.number().optional(),
  toMs: z.number().optional(),
});

/** Which series are drawn, and how finely. */
export const drawing = {
  names: z.array(z.string()).max(100),
  pixels: z.number().int().min(1).max(20_000),
  /** Each series also as means over ranges of these lengths, after the series themselves. */
  averagesMs: z.array(z.number().int().min(1000).max(86_400_000)).max(3).optional(),
};

export const seriesNameSchema = drawnSeriesSchema.pick({ name: true, kind: true, unit: true });

import { z } from 'zod';
import { call, nothing } from './call';

export const appContract = {
  'app.info': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.object({
      version: z.string(),
      rules: z.number().int(),
      platform: z.string(),
      recovered: z.array(z.string()),
    }),
  }),
} as const;

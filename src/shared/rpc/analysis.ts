import { analysisSchema } from '../analysis';
import { call, snapshotRef } from './call';

export const analysisContract = {
  'analysis.get': call({ by: 'engine', job: false, input: snapshotRef, output: analysisSchema }),
} as const;

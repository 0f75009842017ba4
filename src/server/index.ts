export { collectDeepSnapshot, type DeepPlan, planDeep } from './collect/deep-snapshot';
export { collectSnapshot } from './collect/snapshot';
export { grantScript } from './connect/grant-script';
export { reportConnection } from './connect/report';
export { openSession, type Session } from './connect/session';
export type { ProfilePlan } from './host/perf';
export { type SampleSink, sampleWindow } from './sample/sampler';
export { SeriesBuilder } from './sample/series';
export { sampledVariable, sampleSource } from './sample/status-source';

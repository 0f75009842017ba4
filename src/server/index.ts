export { collectDeepSnapshot, type DeepPlan, planDeep } from './collect/deep-snapshot';
export { collectSnapshot } from './collect/snapshot';
export { reportConnection } from './connect/report';
export { openSession, type Session } from './connect/session';

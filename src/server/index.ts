export { type CollectOptions, collectSnapshot } from './collect/snapshot';
export { reportConnection } from './connect/report';
export { openSession, type QueryOptions, type Session } from './connect/session';

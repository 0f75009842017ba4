export { openSession, type QueryOptions, type Session } from './connect/session';

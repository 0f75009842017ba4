export { checkRedacted } from './check';
export { redactSnapshot } from './redact';

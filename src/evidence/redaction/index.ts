export { checkRedacted } from './check';
export { redactSnapshot } from './redact';
export { withoutTexts } from './without-texts';

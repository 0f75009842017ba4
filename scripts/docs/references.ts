import { cliReference } from './cli-reference';

/** Every page of docs/ that is made, by its path from the root. */
export function references(): Record<string, string> {
  return { 'docs/cli.md': cliReference() };
}

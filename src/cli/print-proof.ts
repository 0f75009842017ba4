import { type ProofResult, proofResultSchema } from '../shared/proof';
import { printDocument } from './json-output';
import type { Output } from './terminal';
import { proofResultText } from './text/proof-text';

/** Prints the proof of a plan. */
export function printProof(result: ProofResult, { json }: { json?: boolean }, stdout: Output): void {
  if (json === true) printDocument(stdout, proofResultSchema, result);
  else stdout.write(proofResultText(result));
}

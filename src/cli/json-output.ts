import type { z } from 'zod';
import { LatchkeyError } from '../shared/base/error';
import { jsonText } from '../shared/writers/json';
import type { Output } from './terminal';
import { texts } from './texts';

/** Prints one document on one line, after it has been checked against its schema: no reader gets a broken one. */
export function printDocument<S extends z.ZodType>(stdout: Output, schema: S, document: z.input<S>): void {
  const result = schema.safeParse(document);
  if (!result.success) {
    throw new LatchkeyError('internal', texts.theDocumentDoesNotFit, {
      cause: result.error,
    });
  }
  stdout.write(`${jsonText(result.data)}\n`);
}

import { clientOutput } from './client-output';
import { csv } from './csv';
import { exposition } from './exposition';
import type { FileKind } from './kind';
import { meminfo } from './meminfo';
import { optionFile } from './option-file';
import { slowLog } from './slow-log';
import { stacks } from './stacks';

/** Every kind of file, the sure ones first: the last takes nearly any text. */
export const fileKinds: readonly FileKind[] = [
  slowLog,
  optionFile,
  meminfo,
  stacks,
  exposition,
  csv,
  clientOutput,
];

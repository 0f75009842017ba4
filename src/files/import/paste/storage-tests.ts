import { millisecondsOf } from './values';

const number = String.raw`(\d{1,9}(?:[.,]\d{1,6})?)`;
const unit = '(µs|us|usec|ms|msec|sec|s)';
/** pg_test_fsync: `fdatasync   93.402 ops/sec   10706 usecs/op`. */
const ofPostgres = new RegExp(
  String.raw`^\s{0,20}(fdatasync|fsync|open_datasync)\s{1,40}${number} ops/sec\s{1,20}${number} usecs/op`,
);
/** fio: `sync (usec): min=8120, max=61044, avg=10733.12, stdev=...` below `fsync/fdatasync/sync_file_range:`. */
const ofFio = new RegExp(
  String.raw`^\s{0,20}sync \((nsec|usec|msec)\): min= {0,4}\S{1,12}, max= {0,4}\S{1,12}, avg= {0,6}${number}`,
);
/** sysbench fileio: `fsyncs/s:  93.40`; of one thread each waits for the one before. */
const ofSysbench = new RegExp(String.raw`^\s{0,20}fsyncs/s:\s{1,40}${number}\s{0,4}$`);
/** `fsync latency: min 8.1 ms avg 10.7 ms max 61 ms`, `each fsync takes 12 ms`, `fdatasync ~ 12ms`. */
const sentence = /\bf(?:data)?sync(?:\(\))?s?\b([^.;]|\.\d){0,90}/i;
const average = new RegExp(
  String.raw`\b(?:avg|average|mean)\W{0,4}(?:is|of)?\W{0,3}${number} ?${unit}(?![\w/])`,
  'i',
);
const said = new RegExp(
  String.raw`\b(?:latency|time|takes?|taking|took|need(?:s|ing)?|is|are|at|of|about|around|~|≈|[:=])\W{0,4}(?:about |around |is |of )?[~≈]? ?${number} ?${unit}(?![\w/])`,
  'i',
);
const noMeasurement =
  /\b(?:should|would|normally|usually|typical\w*|expect\w*|recommend\w*|if|healthy|good)\b/i;

/**
 * How long an fsync takes on the storage: as fio, pg_test_fsync and sysbench print it, and as people say it. Push lines, then
 * `end()`. Of several tests the last counts; a tool before a sentence.
 */
export class StorageTests {
  #measured: number | null = null;
  #said: number | null = null;
  /** sysbench names its threads before its figures. */
  #threads = 1;

  push(line: string): void {
    if (line.length > 400) return;
    const threads = /^\s{0,10}Number of threads: (\d{1,5})\s*$/.exec(line)?.[1];
    if (threads !== undefined) this.#threads = Number(threads);
    if (!/sync/i.test(line)) return;
    this.#measured = toolLatency(line, this.#threads) ?? this.#measured;
    if (this.#measured === null) this.#said = sentenceLatency(line) ?? this.#said;
  }

  /** Milliseconds of an fsync; null: nobody measured it. */
  end(): number | null {
    return this.#measured ?? this.#said;
  }
}

const plain = (text: string | undefined) => Number((text ?? '').replace(',', '.'));

function toolLatency(line: string, threads: number): number | null {
  const postgres = ofPostgres.exec(line);
  if (postgres !== null) return plain(postgres[3]) / 1000;
  const fio = ofFio.exec(line);
  if (fio !== null) return plain(fio[2]) * (millisecondsOf[fio[1] ?? ''] ?? 1);
  const sysbench = ofSysbench.exec(line);
  const rate = plain(sysbench?.[1]);
  return sysbench !== null && threads === 1 && rate > 0 ? 1000 / rate : null;
}

function sentenceLatency(line: string): number | null {
  const text = sentence.exec(line)?.[0] ?? '';
  if (text === '' || noMeasurement.test(text)) return null;
  const [, value, of] = average.exec(text) ?? said.exec(text) ?? [];
  return value === undefined ? null : plain(value) * (millisecondsOf[(of ?? '').toLowerCase()] ?? 1);
}

import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A stored value: an integer up to 2^53 or any finite fraction as a number, an integer beyond 2^53 as a decimal
 * string, so that nothing is rounded; null: not known.
 */
export type StoredValue = number | string | null;

/** How a block is written; the first byte of it. 16 is added when the rest is deflated. */
const modes = { integers: 1, doubles: 2, text: 3 } as const;
const deflated = 16;
/** Differences below this fit into a number twice over, so that nothing needs a BigInt. */
const fastLimit = 2 ** 50;

/**
 * Packs the values of one series. Integers become the differences between neighbours as zig-zag varints (Protocol
 * Buffers, "Encoding"), shifted by one so that 0 says null; what is still alike is left to deflate.
 * @throws RangeError for infinities and what is no number
 */
export function encodeValues(values: readonly StoredValue[]): Buffer {
  const mode = modeOf(values);
  const plain =
    mode === modes.integers
      ? encodeIntegers(values)
      : mode === modes.doubles
        ? encodeDoubles(values)
        : Buffer.from(JSON.stringify(values));
  const packed = deflateRawSync(plain, { level: 6 });
  return packed.length < plain.length
    ? Buffer.concat([Buffer.from([mode + deflated]), packed])
    : Buffer.concat([Buffer.from([mode]), plain]);
}

/** The values as they were given to `encodeValues`. @throws RangeError for bytes that it did not write */
export function decodeValues(bytes: Buffer): StoredValue[] {
  const head = bytes[0] ?? 0;
  const rest = bytes.subarray(1);
  const plain = head >= deflated ? inflateRawSync(rest) : rest;
  switch (head % deflated) {
    case modes.integers:
      return decodeIntegers(plain);
    case modes.doubles:
      return decodeDoubles(plain);
    case modes.text: {
      const parsed: StoredValue[] = JSON.parse(plain.toString());
      return parsed;
    }
    default:
      throw new RangeError(`No block of values begins with byte ${head}.`);
  }
}

/** A value as a server prints it; null when it is no number. */
export function storedValue(text: string): StoredValue {
  if (/^[+-]?\d+$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number + 0 : BigInt(text).toString();
  }
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** `after - before`, exact between integers of any size as long as the difference is below 2^53. */
export function storedDifference(after: number | string, before: number | string): number {
  if (typeof after === 'number' && typeof before === 'number') return after - before;
  if (isWhole(after) && isWhole(before)) return Number(BigInt(after) - BigInt(before));
  return Number(after) - Number(before);
}

function isWhole(value: number | string): boolean {
  return typeof value === 'string' || Number.isInteger(value);
}

function modeOf(values: readonly StoredValue[]): number {
  let mode: number = modes.integers;
  let hasText = false;
  for (const value of values) {
    if (value === null) continue;
    if (typeof value === 'string') {
      hasText = true;
      continue;
    }
    if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be stored.`);
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) mode = modes.doubles;
  }
  return mode === modes.doubles && hasText ? modes.text : mode;
}

function encodeIntegers(values: readonly StoredValue[]): Buffer {
  const writer = new VarintWriter(values.length * 2);
  let previous: number | string = 0;
  for (const value of values) {
    if (value === null) {
      writer.write(0);
      continue;
    }
    const difference = typeof value === 'number' && typeof previous === 'number' ? value - previous : null;
    if (difference !== null && Math.abs(difference) < fastLimit) {
      writer.write((difference < 0 ? -2 * difference - 1 : 2 * difference) + 1);
    } else {
      const exact = BigInt(value) - BigInt(previous);
      writer.writeBig((exact < 0n ? -2n * exact - 1n : 2n * exact) + 1n);
    }
    previous = value;
  }
  return writer.bytes();
}

function decodeIntegers(bytes: Buffer): StoredValue[] {
  const values: StoredValue[] = [];
  let previous: number | string = 0;
  let at = 0;
  while (at < bytes.length) {
    let code = 0;
    let scale = 1;
    let end = at;
    while ((bytes[end] ?? 0) >= 128) {
      code += ((bytes[end] ?? 0) - 128) * scale;
      scale *= 128;
      end += 1;
    }
    code += (bytes[end] ?? 0) * scale;
    end += 1;
    if (code === 0) {
      values.push(null);
    } else if (code < fastLimit && typeof previous === 'number') {
      const shifted = code - 1;
      const value: number = previous + (shifted % 2 === 1 ? -(shifted + 1) / 2 : shifted / 2);
      previous = Number.isSafeInteger(value) ? value : exactSum(previous, bytes.subarray(at, end));
      values.push(previous);
    } else {
      previous = exactSum(previous, bytes.subarray(at, end));
      values.push(previous);
    }
    at = end;
  }
  return values;
}

/** The sum of a value and a difference that may lie beyond 2^53. */
function exactSum(previous: number | string, varint: Buffer): number | string {
  let code = 0n;
  for (let index = varint.length - 1; index >= 0; index -= 1) {
    code = (code << 7n) + BigInt((varint[index] ?? 0) & 127);
  }
  const shifted = code - 1n;
  const sum = BigInt(previous) + (shifted % 2n === 1n ? -(shifted + 1n) / 2n : shifted / 2n);
  const number = Number(sum);
  return Number.isSafeInteger(number) ? number : sum.toString();
}

/** A bit for each value, set where there is one; then the known ones, eight bytes each. */
function encodeDoubles(values: readonly StoredValue[]): Buffer {
  const known = values.filter((value) => value !== null);
  const bits = Buffer.alloc(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (value !== null) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  const head = Buffer.alloc(4);
  head.writeUInt32LE(values.length);
  const body = Buffer.alloc(known.length * 8);
  known.forEach((value, index) => {
    body.writeDoubleLE(Number(value), index * 8);
  });
  return Buffer.concat([head, bits, body]);
}

function decodeDoubles(bytes: Buffer): StoredValue[] {
  const length = bytes.readUInt32LE(0);
  let at = 4 + Math.ceil(length / 8);
  return Array.from({ length }, (_, index) => {
    if (((bytes[4 + (index >> 3)] ?? 0) & (1 << (index & 7))) === 0) return null;
    at += 8;
    return bytes.readDoubleLE(at - 8);
  });
}

class VarintWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(expected: number) {
    this.#bytes = Buffer.alloc(Math.max(16, expected));
  }

  write(code: number): void {
    let rest = code;
    while (rest >= 128) {
      this.#push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#push(rest);
  }

  writeBig(code: bigint): void {
    let rest = code;
    while (rest >= 128n) {
      this.#push(Number(rest % 128n) + 128);
      rest /= 128n;
    }
    this.#push(Number(rest));
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}

import { formatBytes } from './units';

/** What a JSON document of unknown origin may cost. */
export interface JsonLimits {
  /** Its text, unpacked. */
  textBytes: number;
  /** Text of one member of such a member, in bytes: one section. */
  partBytes: Readonly<Record<string, number>>;
  /** Text of a member of the document itself, in bytes; those that are not named have `otherBytes`. */
  memberBytes: Readonly<Record<string, number>>;
  otherBytes: number;
  /** What the values of a member of the document may need in memory, bytes; those that are not named: as the whole. */
  memberMemory: Readonly<Record<string, number>>;
  /** Members that a member of the document may have. */
  parts: number;
  /** One text, and the name of one member. */
  stringBytes: number;
  nameBytes: number;
  /** Lists and objects within each other. */
  depth: number;
  /** What the parsed document is reckoned to need in memory, its text included; see `weights`. */
  memoryBytes: number;
}

/** A document passes its limits; the message goes on from "it". */
export class JsonRefused extends Error {}

/**
 * What V8 needs for each kind of value, bytes, as JSON.parse of a million different ones shows; texts and names need
 * their length besides. So a text of empty lists needs twenty times its size.
 */
const weights = { number: 9, text: 32, list: 64, object: 72, name: 10, newName: 100 };
/** Names beyond so many different ones are taken for new ones. */
const mostNames = 50_000;

/** 1 for the bytes that begin, end or part values: quotes, brackets, commas, colons and spaces. */
const isBetween = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('"{}[],: \n\r\t'.includes(String.fromCharCode(byte))),
);

/** 1 for the bytes that mean something within a text: its end, an escape, and what is beyond Latin-1. */
const isSpecial = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === 0x22 || byte === 0x5c || byte >= 0xc4),
);

const quote = 0x22;
const backslash = 0x5c;
const longestMemberName = 64;
/** From here on down no text of a part or a member ends. */
const cellDepth = 4;
/** No number that is worth reading has more characters; a longer one costs time without limit. */
const longestNumber = 400;

/**
 * Counts what a JSON text holds while it comes in, piece by piece, so that one that would fill the memory is refused
 * before it is held, and long before it is parsed. Does not check that it is JSON: JSON.parse does.
 */
export class JsonBudget {
  readonly #limits: JsonLimits;
  #text = 0;
  #memory = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** Bytes of the text or the number under way. */
  #length = 0;
  #inNumber = false;
  /** Whether a text at this place is the name of a member. */
  #inObject: boolean[] = [];
  #expectsName = false;
  #isName = false;
  /** Name of the member of the document that is being read, as far as it is looked at. */
  #member = '';
  #memberStart = 0;
  #memoryBefore = 0;
  #partStart = 0;
  #parts = 0;
  #wide = false;
  #hash = 0;
  readonly #names = new Set<number>();

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** Whether the text so far ends within a text, a list or an object, as a file does that was cut short. */
  get open(): boolean {
    return this.#depth > 0;
  }

  /** Bytes of text so far. */
  get text(): number {
    return this.#text;
  }

  /** What the values so far need in memory, bytes, reckoned. */
  get memory(): number {
    return this.#memory;
  }

  /** Takes the next piece. @throws JsonRefused */
  push(bytes: Uint8Array): void {
    const from = this.#text;
    if (from + bytes.length > this.#limits.textBytes) {
      throw new JsonRefused(`holds more than ${formatBytes(this.#limits.textBytes)} of text`);
    }
    for (let at = 0; at < bytes.length; ) {
      if (this.#isAmongCells) at = this.#cells(bytes, at);
      if (at === bytes.length) break;
      if (this.#inText) {
        this.#text = from + at;
        at = this.#within(bytes, at);
      } else if (isBetween[bytes[at] ?? 0] === 0) at = this.#number(bytes, at);
      else {
        this.#text = from + at;
        this.#between(bytes[at] ?? 0);
        at += 1;
      }
    }
    this.#text = from + bytes.length;
    this.#checkText();
    this.#checkMemory();
  }

  /** Between the values of a list, so deep that no name and no length of a part is looked at. */
  get #isAmongCells(): boolean {
    return (
      this.#depth >= cellDepth && this.#inObject[this.#depth] === false && !this.#inText && !this.#inNumber
    );
  }

  /**
   * Goes through the lists of texts and numbers that nearly all of a snapshot is, counting what the steps one by one would
   * count. @returns where something else begins, which those have to look at
   */
  #cells(bytes: Uint8Array, from: number): number {
    const { depth: deepest, stringBytes } = this.#limits;
    const { length } = bytes;
    let depth = this.#depth;
    let memory = this.#memory;
    let at = from;
    for (; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) {
        let end = at + 1;
        while (end < length && isSpecial[bytes[end] ?? 0] === 0) end += 1;
        if (bytes[end] !== quote || end - at > stringBytes) break;
        memory += weights.text + (end - at - 1);
        at = end;
      } else if (byte === 0x2c || byte === 0x20) {
        // Nothing is counted of what parts them.
      } else if (byte === 0x5b) {
        if (depth === deepest) break;
        depth += 1;
        this.#inObject[depth] = false;
        memory += weights.list;
      } else if (byte === 0x5d) {
        if (depth === cellDepth || this.#inObject[depth - 1] !== false) break;
        depth -= 1;
      } else {
        if (isBetween[byte] === 1) break;
        let end = at + 1;
        while (end < length && isBetween[bytes[end] ?? 0] === 0) end += 1;
        if (end === length || end - at > longestNumber) break;
        memory += weights.number;
        at = end - 1;
      }
    }
    this.#depth = depth;
    this.#memory = memory;
    return at;
  }

  /** Goes through a text to its end, or to that of the piece. @returns where to go on */
  #within(bytes: Uint8Array, from: number): number {
    const at = this.#endOfText(bytes, from);
    const isOver = at < bytes.length;
    const hash = this.#isName ? this.#hashOf(bytes, from, isOver ? at + 1 : at) : this.#hash;
    this.#length += at - from;
    if (this.#isName && this.#depth === 1 && this.#member.length <= longestMemberName)
      this.#member += String.fromCharCode(...bytes.subarray(from, Math.min(at, from + longestMemberName)));
    const { stringBytes, nameBytes } = this.#limits;
    const longest = this.#isName ? nameBytes : stringBytes;
    if (this.#length > longest) {
      throw new JsonRefused(`holds a ${this.#isName ? 'name' : 'text'} of more than ${formatBytes(longest)}`);
    }
    if (!isOver) return at;
    this.#inText = false;
    if (this.#isName) this.#takeName(hash);
    else this.#memory += weights.text + this.#length;
    return at + 1;
  }

  /** @returns where the quote is that ends a text, or the end of the piece */
  #endOfText(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let at = from;
    for (;;) {
      if (this.#escaped && at < length) {
        if ((bytes[at] ?? 0) >= 0xc4) this.#wide = true;
        this.#escaped = false;
        at += 1;
      }
      // Nearly all bytes mean nothing: this loop is most of what reading a snapshot counts.
      while (at < length && isSpecial[bytes[at] ?? 0] === 0) at += 1;
      const byte = bytes[at];
      if (byte === undefined || byte === quote) return at;
      if (byte === backslash) this.#escaped = true;
      // Beyond Latin-1: what it is part of is then held with two bytes a letter.
      else this.#wide = true;
      at += 1;
    }
  }

  #hashOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = this.#hash;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    this.#hash = hash;
    return hash;
  }

  /** Objects with the same names share them; each different one is kept, and so is the form that it makes. */
  #takeName(hash: number): void {
    this.#memory += weights.name;
    if (this.#names.has(hash)) return;
    this.#memory += weights.newName + this.#length;
    if (this.#names.size < mostNames) this.#names.add(hash);
  }

  #between(byte: number): void {
    switch (byte) {
      case quote:
        this.#inNumber = false;
        this.#inText = true;
        this.#length = 0;
        this.#isName = this.#expectsName;
        this.#hash = 0x811c9dc5;
        if (this.#isName && this.#depth <= 2) this.#beginMember();
        return;
      case 0x7b:
      case 0x5b:
        this.#enter(byte === 0x7b);
        return;
      case 0x7d:
      case 0x5d:
        this.#leave();
        return;
      case 0x2c:
        this.#inNumber = false;
        this.#expectsName = this.#inObject[this.#depth] ?? false;
        if (this.#depth === 2 && !this.#expectsName) this.#partStart = this.#text;
        return;
      case 0x3a:
        this.#inNumber = false;
        this.#expectsName = false;
        return;
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        this.#inNumber = false;
        return;
    }
  }

  /** Goes through a number, or true, false and null, to its end, or to that of the piece. @returns where to go on */
  #number(bytes: Uint8Array, from: number): number {
    let at = from + 1;
    while (at < bytes.length && isBetween[bytes[at] ?? 0] === 0) at += 1;
    if (!this.#inNumber) {
      this.#memory += weights.number;
      // Over within the piece, as nearly every one.
      if (at < bytes.length && at - from <= longestNumber) return at;
      this.#inNumber = true;
      this.#length = 0;
    }
    this.#length += at - from;
    if (this.#length > longestNumber) throw new JsonRefused('holds a number that is none');
    return at;
  }

  #enter(isObject: boolean): void {
    this.#inNumber = false;
    this.#memory += isObject ? weights.object : weights.list;
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) {
      throw new JsonRefused(`lies more than ${this.#limits.depth} levels deep`);
    }
    this.#inObject[this.#depth] = isObject;
    this.#expectsName = isObject;
    if (this.#depth === 2) this.#partStart = this.#text;
  }

  #leave(): void {
    this.#inNumber = false;
    if (this.#depth <= 3) this.#checkText();
    this.#depth = Math.max(0, this.#depth - 1);
    this.#expectsName = false;
  }

  #beginMember(): void {
    this.#checkText();
    if (this.#depth === 1) {
      this.#checkMemory();
      this.#memberStart = this.#text;
      this.#memoryBefore = this.#memory;
      this.#parts = 0;
      this.#member = '';
    } else {
      this.#partStart = this.#text;
      this.#parts += 1;
      if (this.#parts > this.#limits.parts) {
        throw new JsonRefused(`holds more than ${this.#limits.parts} parts in one place`);
      }
    }
  }

  #checkText(): void {
    const { partBytes, memberBytes, otherBytes } = this.#limits;
    if (this.#depth >= 1) {
      const longest = memberBytes[this.#member] ?? otherBytes;
      if (this.#text - this.#memberStart > longest) {
        throw new JsonRefused(`holds more than ${formatBytes(longest)} of ${this.#member || 'text'}`);
      }
    }
    const part = partBytes[this.#member];
    if (this.#depth >= 2 && part !== undefined && this.#text - this.#partStart > part) {
      throw new JsonRefused(`holds a part of its ${this.#member} of more than ${formatBytes(part)} of text`);
    }
  }

  /** The bytes and the text made of them are held at once, then the text and the values. */
  #checkMemory(): void {
    const most = this.#limits.memberMemory[this.#member];
    if (most !== undefined && this.#memory - this.#memoryBefore > most) {
      throw new JsonRefused(`would need more than ${formatBytes(most)} of memory for its ${this.#member}`);
    }
    const text = this.#text * (this.#wide ? 2 : 1);
    if (text + Math.max(this.#text, this.#memory) > this.#limits.memoryBytes) {
      throw new JsonRefused(`would need more than ${formatBytes(this.#limits.memoryBytes)} of memory`);
    }
  }
}

import { defined } from '../../shared/base/defined';
import { parseSize, sizeLiteral } from '../../shared/base/units';
import {
  type ChunksInput,
  maxPoolBytes,
  maxPoolInstancesAsked,
  type PoolQuestions,
} from '../../shared/chunks';
import type { Flavour, VersionTriple } from '../../shared/server';
import { texts } from './texts';

/** What is asked on the Buffer pool page, as typed. Empty: not set. */
export interface PoolForm {
  flavour: Flavour;
  version: string;
  size: string;
  instances: string;
  chunk: string;
  sizeMax: string;
  runningSize: string;
  runningInstances: string;
  runningChunk: string;
  runningSizeMax: string;
  pageSize: string;
  cpus: string;
  dedicated: boolean;
  memory: string;
}

/** The form, and the snapshot from which it was filled (null: from none). */
export interface PoolDraft {
  of: string | null;
  form: PoolForm;
  /** What a button goes back to. */
  filled: PoolForm;
}

type PoolField = keyof PoolForm;
export type PoolErrors = Partial<Record<PoolField, string>>;

/** A server of today as it comes. */
export const defaultPoolForm: PoolForm = {
  flavour: 'mysql',
  version: '8.4.8',
  size: '4G',
  instances: '',
  chunk: '',
  sizeMax: '',
  runningSize: '128M',
  runningInstances: '',
  runningChunk: '',
  runningSizeMax: '',
  pageSize: '16384',
  cpus: '8',
  dedicated: false,
  memory: '',
};

/** The form for a snapshot's server. */
export function poolFormOf({ start, set }: PoolQuestions): PoolForm {
  const size = (bytes: number | undefined) => (bytes === undefined ? '' : sizeLiteral(bytes));
  const count = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    flavour: start.flavour,
    version: start.version.join('.'),
    size: size(start.sizeBytes),
    instances: count(start.instances),
    chunk: size(start.chunkBytes),
    sizeMax: size(start.sizeMaxBytes),
    runningSize: size(set.currentSizeBytes),
    runningInstances: count(set.instances),
    runningChunk: size(set.chunkBytes),
    runningSizeMax: size(set.sizeMaxBytes),
    pageSize: String(start.pageBytes ?? 16_384),
    cpus: count(start.cpus) || defaultPoolForm.cpus,
    dedicated: false,
    memory: '',
  };
}

/** Reads the form into the two questions. A question that lacks an answerable field is null. */
export function readPoolForm(form: PoolForm): {
  errors: PoolErrors;
  start: ChunksInput | null;
  set: ChunksInput | null;
} {
  const errors: PoolErrors = {};
  const size = (field: PoolField) => {
    const read = optionalSize(String(form[field]));
    if (read === null) errors[field] = texts.wholeBytesOrAWhole;
    return read ?? undefined;
  };
  const count = (field: PoolField, low: number, high: number) => {
    const read = optionalCount(String(form[field]), low, high);
    if (read === null) errors[field] = texts.aWholeNumberFromTo(low, high);
    return read ?? undefined;
  };
  const version = readVersion(form.version);
  if (version === null) errors.version = texts.allThreeNumbersSuchAs;
  const cpus = count('cpus', 1, 65_536) ?? 1;
  const memory = size('memory');
  if (form.dedicated && memory === undefined) errors.memory ??= texts.theMemoryOfTheMachine;
  const wanted = {
    sizeBytes: size('size'),
    instances: count('instances', 0, maxPoolInstancesAsked),
    chunkBytes: size('chunk'),
    sizeMaxBytes: size('sizeMax'),
  };
  const running = {
    currentSizeBytes: size('runningSize'),
    instances: count('runningInstances', 0, maxPoolInstancesAsked),
    chunkBytes: size('runningChunk'),
    sizeMaxBytes: size('runningSizeMax'),
  };
  if (version === null || Object.keys(errors).length > 0) return { errors, start: null, set: null };
  const server = { flavour: form.flavour, version, pageBytes: Number(form.pageSize), cpus };
  const dedicated = form.dedicated ? { dedicated: true, memoryBytes: memory } : {};
  return {
    errors,
    start: { at: 'start', ...server, ...defined(wanted), ...defined(dedicated) },
    set:
      wanted.sizeBytes === undefined
        ? null
        : { at: 'set', ...server, ...defined(running), sizeBytes: wanted.sizeBytes },
  };
}

/** undefined when empty; null when the servers would not read it (they refuse `1.5G`). */
function optionalSize(text: string): number | null | undefined {
  if (text.trim() === '') return undefined;
  if (!/^\s*\d{1,20}[KMGT]?\s*$/i.test(text)) return null;
  const bytes = parseSize(text);
  return bytes === null || bytes > maxPoolBytes ? null : bytes;
}

function optionalCount(text: string, low: number, high: number): number | null | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return /^\s*\d+\s*$/.test(text) && number >= low && number <= high ? number : null;
}

function readVersion(text: string): VersionTriple | null {
  const match = /^\s*(\d{1,3})\.(\d{1,3})\.(\d{1,3})\s*$/.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
}

const mib = 1024 ** 2;
/** The size slider has four positions in each doubling: 1G, 1280M, 1536M, 1792M, 2G. */
const perDoubling = 4;
const smallestDoubling = 3;
export const sizePositions = 17 * perDoubling;
/** Position 0 of the others: not set. */
export const chunkPositions = 14;
export const instancePositions = 64;

/** @returns bytes at a position of the size slider, from 8 MiB to 1 TiB */
export function sizeAt(position: number): number {
  const doubling = Math.floor(position / perDoubling);
  return (mib * 2 ** (smallestDoubling + doubling) * (perDoubling + (position % perDoubling))) / perDoubling;
}

/** The position of the size slider nearest to a size. */
export function sizePosition(text: string): number {
  const bytes = optionalSize(text) ?? 0;
  let nearest = 0;
  for (let position = 1; position <= sizePositions; position += 1) {
    if (Math.abs(sizeAt(position) - bytes) < Math.abs(sizeAt(nearest) - bytes)) nearest = position;
  }
  return nearest;
}

/** @returns the text at a position of the chunk slider: not set, then 1M to 8G by doublings */
export function chunkAt(position: number): string {
  return position === 0 ? '' : sizeLiteral(mib * 2 ** (position - 1));
}

export function chunkPosition(text: string): number {
  const bytes = optionalSize(text) ?? 0;
  if (bytes === 0) return 0;
  return Math.min(chunkPositions, Math.max(1, Math.round(Math.log2(bytes / mib)) + 1));
}

export function instancePosition(text: string): number {
  return Math.min(instancePositions, optionalCount(text, 0, maxPoolInstancesAsked) ?? 0);
}

import type { Labels } from '../../shared/metrics-store';
import { notPrometheus } from './store-failure';

/** A series with its points: seconds since 1970 (to the millisecond) and the value as the store prints it. */
export interface StoreSeries {
  labels: Labels;
  points: (readonly [seconds: number, text: string])[];
}

/** What was read out of an answer, and what the store says is wrong with it. */
export interface StoreAnswer<T> {
  data: T;
  warnings: string[];
}

/** The store's own refusal in an answer, whatever the HTTP status; null: it is none. */
export function errorIn(body: string): string | null {
  const read = parsed(body);
  if (!isRecord(read)) return null;
  return typeof read.error === 'string' && read.status !== 'success' ? read.error : null;
}

/**
 * Series of an answer to query or query_range: a matrix, or a vector as series of one point.
 * @throws LatchkeyError unsupported-server where it is no answer of a store
 */
export function seriesIn(body: string, where: string): StoreAnswer<StoreSeries[]> {
  const { data, warnings } = dataIn(body, where);
  if (!isRecord(data) || !Array.isArray(data.result)) throw notPrometheus(where, 'its answer has no result');
  if (data.resultType !== 'matrix' && data.resultType !== 'vector')
    throw notPrometheus(where, 'its answer is neither matrix nor vector');
  const series = data.result.map((one: unknown) => {
    if (!isRecord(one)) throw notPrometheus(where, 'a series of its answer is none');
    const points = Array.isArray(one.values) ? one.values : [one.value];
    return { labels: labelsOf(one.metric), points: pointsOf(points) };
  });
  return { data: series, warnings };
}

/** Label sets of an answer to `series`. @throws as `seriesIn` */
export function labelSetsIn(body: string, where: string): StoreAnswer<Labels[]> {
  const { data, warnings } = dataIn(body, where);
  if (!Array.isArray(data)) throw notPrometheus(where, 'its answer has no list');
  return { data: data.map(labelsOf), warnings };
}

function dataIn(body: string, where: string): StoreAnswer<unknown> {
  const read = parsed(body);
  if (read === undefined) throw notPrometheus(where, 'its answer is not JSON');
  if (!isRecord(read) || read.status !== 'success') throw notPrometheus(where, 'its answer has no status');
  const warnings = texts(read.warnings);
  // VictoriaMetrics clusters and vmauth say so in a field of their own.
  if (read.isPartial === true) warnings.push('The answer is partial: a part of the store was not there.');
  return { data: read.data, warnings };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function labelsOf(value: unknown): Labels {
  if (!isRecord(value)) return {};
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(pairs);
}

function pointsOf(values: unknown[]): StoreSeries['points'] {
  // As they were parsed: a store answers with tens of thousands for each server, and nearly all are points.
  return values.every(isPoint) ? values : values.filter(isPoint);
}

function isPoint(value: unknown): value is readonly [number, string] {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'number' &&
    Number.isFinite(value[0]) &&
    typeof value[1] === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

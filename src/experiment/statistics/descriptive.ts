/** Plain description of samples. All take at least one number unless said otherwise; NaN for none. */

/** Arithmetic mean. The second pass takes away what rounding left (NIST NumAcc3 and NumAcc4 need it). */
export function mean(values: readonly number[]): number {
  const first = sum(values) / values.length;
  return first + sum(values.map((value) => value - first)) / values.length;
}

/** Sample variance, divided by n - 1; NaN for fewer than two values. */
export function variance(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const centre = mean(values);
  return sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1);
}

export function standardDeviation(values: readonly number[]): number {
  return Math.sqrt(variance(values));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * Quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996, the default of R).
 * `share` lies in 0 to 1.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = sortedNumbers(values);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Degrees of freedom of a variance that is estimated from these deviations: Satterthwaite's, with their own fourth moment.
 * Var(s^2) / s^4 is about (kurtosis - 1) / n, and 2 / f for f degrees of freedom. Where a few stalls hold most of the
 * squares, the variance is known from those few, and t of all of them would find too much.
 * @param most those of normal noise, which are never passed
 */
export function tailDegrees(deviations: readonly number[], most: number): number {
  const largest = Math.max(...deviations.map(Math.abs));
  if (!(largest > 0)) return most;
  const squares = deviations.map((each) => (each / largest) ** 2);
  const second = sum(squares) / squares.length;
  const kurtosis = sum(squares.map((each) => each ** 2)) / squares.length / second ** 2;
  return kurtosis <= 1 ? most : Math.max(1, Math.min(most, (2 * deviations.length) / (kurtosis - 1)));
}

/** Autocorrelation at a lag, as NIST StRD defines it; 0 for a constant series. */
export function autocorrelation(values: readonly number[], lag: number): number {
  const centre = mean(values);
  const deviations = values.map((value) => value - centre);
  const total = sum(deviations.map((deviation) => deviation ** 2));
  if (total === 0) return 0;
  return sum(deviations.slice(lag).map((deviation, index) => deviation * (deviations[index] ?? 0))) / total;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function ascending(values: readonly number[]): number[] {
  return Array.from(sortedNumbers(values));
}

/** Typed arrays sort numbers by themselves; a comparison in JavaScript takes several times as long. */
function sortedNumbers(values: readonly number[]): Float64Array {
  return new Float64Array(values).sort();
}

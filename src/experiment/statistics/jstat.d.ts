// jStat ships no types; only what distributions.ts uses.
declare module 'jstat' {
  interface Distribution<Parameters extends number[]> {
    cdf(x: number, ...parameters: Parameters): number;
    inv(probability: number, ...parameters: Parameters): number;
  }
  interface JStat {
    beta: Distribution<[alpha: number, beta: number]>;
    normal: Distribution<[mean: number, standardDeviation: number]>;
    studentt: Distribution<[degreesOfFreedom: number]>;
    centralF: Distribution<[numerator: number, denominator: number]>;
    gammaln(x: number): number;
  }
  const jstat: JStat;
  export default jstat;
}

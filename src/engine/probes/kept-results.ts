import { readableProbe, readProbeSamples } from '../../files/probe-results';
import { LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import {
  type ProbeResult,
  type ProbeResultSummary,
  type ProbeStep,
  summariseProbe,
} from '../../shared/probe';
import type { Databases } from '../base/databases';
import { isSameResult, reported } from './results';
import { probeSteps } from './steps';
import { texts } from './texts';

/** Results that were measured or opened here, and those that come with Latchkey. */
export class KeptResults {
  readonly #databases: Databases;
  readonly #samplesFolder: string;
  #samples: Promise<ProbeResult[]> | undefined;

  constructor(databases: Databases, samplesFolder: string) {
    this.#databases = databases;
    this.#samplesFolder = samplesFolder;
  }

  /** Keeps a result in the history. @returns the result; where that failed, with a remark that says so */
  async keep(measured: ProbeResult): Promise<ProbeResult> {
    const result = readableProbe(measured);
    try {
      (await this.#history()).add(result);
      return result;
    } catch (error) {
      // What was measured is not lost over it: the result goes to whoever asked for it.
      const remark = `It could not be kept in the history: ${toLatchkeyError(error).message}`;
      return { ...result, remarks: [...result.remarks, remark] };
    }
  }

  /** Keeps a result that was read from a file. @throws LatchkeyError usage where the history has another one by its id */
  async keepRead(opened: ProbeResult, path: string): Promise<ProbeResult> {
    const kept = (await this.#history()).get(opened.id);
    if (kept === undefined) return this.keep(opened);
    if (isSameResult(kept, opened)) return kept;
    throw new LatchkeyError('usage', texts.hasTheIdOfA(path), { hint: texts.deleteTheResultInThe });
  }

  /** Verified when it was opened or made: what another version of Latchkey judged stays readable. */
  async find(id: string): Promise<ProbeResult> {
    const kept = (await this.#history()).get(id);
    const found = kept ?? (await this.#fromSamples()).find((result) => result.id === id);
    if (found === undefined) throw new LatchkeyError('not-found', texts.thereIsNoResultOf(id));
    return found;
  }

  /** Newest first, then the samples that the history has not. */
  async list(): Promise<ProbeResultSummary[]> {
    const kept = (await this.#history()).list();
    const known = new Set(kept.map(({ id }) => id));
    const others = (await this.#fromSamples()).filter(({ id }) => !known.has(id));
    return [...kept, ...others.map((result) => summariseProbe(result, 'sample'))];
  }

  /** What probes set, step by step, on the server at this address between two moments, in order. */
  async steps(target: string, from: string, to: string): Promise<ProbeStep[]> {
    const probes = await this.#history();
    const [start, end] = [Date.parse(from), Date.parse(to)];
    return probes
      .list()
      .filter((one) => one.target === target)
      .filter(({ startedAt, endedAt }) => Date.parse(endedAt) > start && Date.parse(startedAt) < end)
      .flatMap(({ id }) => {
        const result = probes.get(id);
        return result === undefined ? [] : probeSteps(result);
      })
      .sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
  }

  /** @returns whether there was one in the history */
  async delete(id: string): Promise<boolean> {
    return (await this.#history()).delete(id);
  }

  async #history() {
    return (await this.#databases.history()).probes;
  }

  #fromSamples(): Promise<ProbeResult[]> {
    this.#samples ??= readProbeSamples(this.#samplesFolder).then((results) => results.map(reported));
    return this.#samples;
  }
}

import { derivableSeries, partsOfDerived, withDerivedSeries } from '../../evidence/series/derived-series';
import type { GrowingSamples } from '../../evidence/series/series';
import type { DrawnSeries } from '../../shared/recording';
import type { RpcInput, RpcOutput } from '../../shared/rpc';
import { drawSamples } from './drawn-samples';

/** Known from a whole snapshot only. */
const context = { redoSyncLimit: null };

/** Samples of snapshots that are being taken, by the ids of these. */
export class GrowingSnapshots {
  readonly #samples = new Map<string, GrowingSamples>();

  begin(id: string, samples: GrowingSamples): void {
    this.#samples.set(id, samples);
  }

  end(id: string): void {
    this.#samples.delete(id);
  }

  /** As `snapshot.names`; undefined: no such snapshot is being taken. */
  names(id: string): NonNullable<RpcOutput<'snapshot.names'>> | undefined {
    const outline = this.#samples.get(id)?.outline();
    if (outline === undefined) return undefined;
    const derived = derivableSeries(
      outline.series.map(({ name }) => name),
      context,
    );
    return { ...outline, series: [...derived, ...outline.series], events: [] };
  }

  /** As `snapshot.drawn`; undefined as above. */
  draw(request: RpcInput<'snapshot.drawn'>): DrawnSeries[] | undefined {
    const growing = this.#samples.get(request.id);
    if (growing === undefined) return undefined;
    const held = new Set(growing.outline().series.map(({ name }) => name));
    const wanted = new Set([
      ...request.names.filter((name) => held.has(name)),
      ...partsOfDerived(request.names, (name) => held.has(name)),
    ]);
    return drawSamples(withDerivedSeries(growing.build(wanted), context, request.names), request);
  }
}

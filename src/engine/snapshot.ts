import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { changedVariables, seriesContext, stallsOf, statementLatency } from '../analysis';
import { searchSnapshot } from '../evidence/search';
import { withDerivedSeries } from '../evidence/series/derived-series';
import { listSamples } from '../files/snapshot/samples';
import { readSnapshotContent, writeSnapshot } from '../files/snapshot/snapshot-file';
import { parseInnodbStatus } from '../knowledge/innodb-status';
import { outlineInnodbStatus } from '../knowledge/innodb-status/outline';
import { planDeep } from '../server';
import { defined } from '../shared/base/defined';
import type { snapshotContract } from '../shared/rpc/snapshot';
import { derivedPrefix } from '../shared/series-names';
import { type Section, summarise } from '../shared/snapshot';
import type { CallContext, HandlersOf } from './base/calls';
import { withSession } from './base/session';
import { planDigest } from './changes/consent';
import type { Services } from './services';
import { drawHistory, historyNames } from './snapshots/drawn-history';
import { drawSamples, sampledNames } from './snapshots/drawn-samples';
import { redactForExport } from './snapshots/export';
import { requireContent } from './snapshots/open-snapshots';
import { shownContract } from './snapshots/shown-contract';
import { type TakeRequest, takeSnapshot } from './snapshots/take';

/** Snapshots: taken, opened, looked into, exported, deleted. */
export function snapshotCalls(services: Services) {
  const { snapshots, paths, growing, databases } = services;
  const documentOf = async (id: string) => (await snapshots.get(id)).snapshot;

  const calls = {
    'snapshot.planDeep': (request, job) =>
      withSession(
        request,
        job,
        async (session) => {
          const deep = await planDeep(session, job.signal);
          return { ...deep, planDigest: planDigest(deep.plan) };
        },
        { renewable: 'own' },
      ),
    'snapshot.take': async (request: TakeRequest, context: CallContext) =>
      snapshots.keep(await takeSnapshot(services, request, context), context.writeTo ?? null),
    'snapshot.open': ({ path }) => snapshots.open(path),
    'snapshot.previewExport': async ({ id, classes }) =>
      redactForExport(await documentOf(id), classes).preview,
    'snapshot.export': async ({ id, classes, path }) => {
      const { snapshot, preview } = redactForExport(await documentOf(id), classes);
      await writeSnapshot(resolve(path), snapshot);
      return preview;
    },
    'snapshot.samples': () => listSamples(paths.samples),
    'snapshot.list': () => snapshots.list(),
    'snapshot.detail': async ({ id }) => {
      const { path, snapshot } = await snapshots.get(id);
      return {
        ...((await snapshots.entry(id)) ?? summarise(path ?? '', snapshot)),
        host: snapshot.host,
        literals: snapshot.literals,
        ...defined({ incomplete: snapshot.incomplete }),
        sections: Object.fromEntries(
          Object.entries(snapshot.sections).map(([name, section]) => [name, withoutData(section)]),
        ),
      };
    },
    'snapshot.section': async ({ id, section }) => {
      const snapshot = await documentOf(id);
      const found = snapshot.sections[section] ?? {
        status: 'skipped' as const,
        reason: { code: 'absent' as const, text: `This snapshot has no section "${section}".` },
        tookMs: 0,
      };
      return { ...found, ...shownContract(snapshot, section) };
    },
    'snapshot.changedVariables': async ({ id }) => changedVariables(await documentOf(id)),
    'snapshot.search': async ({ id, text }) => searchSnapshot(await documentOf(id), text),
    'snapshot.innodbStatus': async ({ id, end }) => {
      const text = (await documentOf(id)).sections['innodb-status']?.data?.[end]?.text;
      return text === undefined ? [] : outlineInnodbStatus(parseInnodbStatus(text));
    },
    'snapshot.names': async ({ id }) => {
      const soFar = growing.names(id);
      if (soFar !== undefined) return soFar;
      const snapshot = await documentOf(id);
      return snapshot.samples === null ? null : sampledNames(snapshot.samples, seriesContext(snapshot));
    },
    'snapshot.drawn': async (request) => {
      const soFar = growing.draw(request);
      if (soFar !== undefined) return soFar;
      const snapshot = await documentOf(request.id);
      const { samples } = snapshot;
      if (samples === null) return [];
      const isDerived = request.names.some((name) => name.startsWith(derivedPrefix));
      const drawn = isDerived ? withDerivedSeries(samples, seriesContext(snapshot), request.names) : samples;
      return drawSamples(drawn, request);
    },
    'snapshot.historyNames': async ({ id }) => historyNames(await documentOf(id)),
    'snapshot.historyDrawn': async (request) => drawHistory(await documentOf(request.id), request),
    'snapshot.latency': async ({ id }) => statementLatency(await documentOf(id)),
    'snapshot.statements': async ({ id }) => (await documentOf(id)).statements,
    'snapshot.stalls': async ({ id }) => stallsOf(await documentOf(id)),
    'snapshot.saveAs': async ({ id, path }) => {
      await writeSnapshot(path, await documentOf(id));
      return { path };
    },
    'snapshot.delete': async ({ id }) => {
      await snapshots.remove(id);
      return {};
    },
  } satisfies HandlersOf<typeof snapshotContract>;
  return {
    ...calls,
    /** Opens a file without noting it in the history; the id holds for further calls. */
    'snapshot.read': ({ path }: { path: string }) => snapshots.read(path),
    /** The whole document of one that is open or in the history. */
    'snapshot.document': ({ id }: { id: string }) => documentOf(id),
    /** Path of a snapshot: the file itself, or where the history knows the one of this id to lie. */
    'snapshot.find': async ({ fileOrId }: { fileOrId: string }) => {
      if (existsSync(fileOrId)) return fileOrId;
      const known = databases.hasHistory() ? await snapshots.entry(fileOrId) : undefined;
      // Not there either way: reading it says so, in the words for files.
      if (known === undefined) return fileOrId;
      requireContent(known, (await readSnapshotContent(known.path)).content);
      return known.path;
    },
  };
}

function withoutData({ data: _data, ...rest }: Section): Omit<Section, 'data'> {
  return rest;
}

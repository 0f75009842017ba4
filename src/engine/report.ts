import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { seriesContext, summaryOf, topSql } from '../analysis';
import { withDerivedSeries } from '../evidence/series/derived-series';
import { writeFileAtomic } from '../files/atomic-write';
import { writeTextFile } from '../files/options/option-files';
import { renderReport, renderSummary } from '../report';
import type { Analysis } from '../shared/analysis';
import { LatchkeyError } from '../shared/base/error';
import type { RedactionClass } from '../shared/redaction';
import type { RpcInput } from '../shared/rpc';
import type { reportContract } from '../shared/rpc/report';
import type { Snapshot } from '../shared/snapshot';
import type { HandlersOf } from './base/calls';
import { forReader } from './base/for-reader';
import { planOf } from './base/plan-of';
import { KeptProofs } from './probes/kept-proofs';
import type { Services } from './services';
import { redactForExport } from './snapshots/export';
import { texts } from './texts';

/** Documents for people: reports and charts. */
export function reportCalls({ snapshots, decisions, rules, paths, databases, reader }: Services) {
  const proofs = new KeptProofs(databases);
  /** Judged as it is reported: without what the reader takes out of it, so that no name comes in by the analysis. */
  async function judged(id: string, classes: readonly RedactionClass[]) {
    const { snapshot, analysis } = await snapshots.get(id);
    if (classes.length === 0) return { snapshot, analysis: await analysis() };
    const redacted = redactForExport(snapshot, classes).snapshot;
    return { snapshot: redacted, analysis: await snapshots.analyze(redacted, null) };
  }

  async function render({
    id,
    format,
    choices,
    ruleId,
    classes = [],
    summary,
  }: Omit<RpcInput<'report.save'>, 'path'>): Promise<string> {
    const { snapshot, analysis } = await judged(id, classes);
    if (summary !== undefined) {
      const before = summary.before === null ? null : await judged(summary.before, classes);
      return renderSummary(summaryOf({ snapshot, analysis }, before));
    }
    const shown = ruleId === undefined ? analysis : onlyFinding(analysis, ruleId);
    const accepted = ruleId === undefined ? choices : { ...choices, accepted: [ruleId], set: {} };
    const made = await planOf({ decisions, rules }, snapshot, shown, accepted);
    const plan = await proofs.beside(made, { id, server: snapshot.server });
    const client = format === 'html' ? await readFile(paths.reportClient, 'utf8') : '';
    const top = topSql(snapshot, { path: null });
    const read = { snapshot: withSeries(snapshot), analysis: { ...shown, plan }, top };
    // The analysis document is read by programs.
    const said = format === 'json' ? read : forReader(read, reader);
    return renderReport(said.snapshot, said.analysis, said.top, format, client);
  }

  const calls = {
    'report.save': async ({ path, ...request }) => {
      await writeTextFile(path, await render(request));
      return { path };
    },
    'chart.save': async ({ path, content }) => ({
      path: await writeFileAtomic(
        resolve(path),
        content.kind === 'csv' ? content.text : Buffer.from(content.base64, 'base64'),
        { what: 'chart' },
      ),
    }),
  } satisfies HandlersOf<typeof reportContract>;
  return {
    ...calls,
    /** The text of a report; nothing is written. */
    'report.render': render,
    /** Writes atomically; an existing option file is kept beside the new one as a backup. */
    'document.write': async ({ path, text }: { path: string; text: string }) => {
      await writeTextFile(path, text);
    },
  };
}

/** With the series that vital signs are made of. */
function withSeries(snapshot: Snapshot): Snapshot {
  const { samples } = snapshot;
  return samples === null
    ? snapshot
    : { ...snapshot, samples: withDerivedSeries(samples, seriesContext(snapshot)) };
}

/** @throws LatchkeyError 'not-found' for a rule that found nothing there */
function onlyFinding(analysis: Analysis, ruleId: string): Analysis {
  const findings = analysis.findings.filter((finding) => finding.ruleId === ruleId);
  if (findings.length === 0) {
    throw new LatchkeyError('not-found', texts.theRuleFoundNothingIn(ruleId));
  }
  return { ...analysis, findings, passed: [], notChecked: [], muted: [] };
}

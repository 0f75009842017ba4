import type { Unit, Value } from '../../shared/analysis';
import { formatBoth, formatSetting, formatValue } from '../../shared/base/units';
import type {
  BenchmarkComparison,
  Comparison,
  FindingChange,
  Recheck,
  SnapshotComparison,
  Spread,
} from '../../shared/compare';
import { type Effect, ratioText as ratioOfMeasure } from '../../shared/effect';
import { describeServer, describeWindow } from './analysis-text';
import { fields, type Style, wrap } from './style';
import { texts } from './texts';

const shownRates = 30;
const shownDigests = 10;
const shownWaits = 12;

/** A comparison as a person reads it on a terminal. */
export function comparisonText(given: Comparison, style: Style, width: number): string {
  const comparison = fields(given);
  return comparison.kind === 'snapshots'
    ? snapshotsText(comparison, style, width)
    : benchmarksText(comparison, style, width);
}

/** What became of the findings of a snapshot. */
export function recheckText(given: Recheck, style: Style, width: number): string {
  const recheck = fields(given);
  const { before, after, cleared, stayed, appeared, unchecked } = recheck;
  return joined([
    [sideText(texts.before, before, style, width), sideText(texts.now, after, style, width)].join('\n'),
    effectText(recheck.effect, style, width),
    remarkLines(recheck.remarks, width).join('\n'),
    part(texts.cleared, findingLines(cleared, width), style),
    part(texts.stillThere, findingLines(stayed, width), style),
    part(texts.newWord, findingLines(appeared, width), style),
    part(texts.noLongerKnown, findingLines(unchecked, width), style),
    style.faint(
      texts.clearedStillThereNewNot(cleared.length, stayed.length, appeared.length, unchecked.length),
    ),
  ]);
}

/** The verdict in a line, and the measures behind it. */
function effectText(effect: Effect | undefined, style: Style, width: number): string {
  if (effect === undefined) return '';
  const lines = effect.measures.map((one) =>
    wrap(
      `${one.title}: ${formatBoth(one.before, one.after, one.unit).join(' -> ')}, ${ratioOfMeasure(one)}`,
      width,
      '  - ',
    ),
  );
  return [style.strong(wrap(effect.verdict, width, '')), ...lines].join('\n');
}

function hostText(value: Value, unit: Unit, declared: boolean): string {
  return `${formatValue(value, unit)}${declared ? ' (declared)' : ''}`;
}

function snapshotsText(comparison: SnapshotComparison, style: Style, width: number): string {
  const { a, b, variables, host, rates, waits, sessions, digests, findings } = comparison;
  const rows = rates.filter(({ main, beyondNoise, ratio }) => main || beyondNoise === true || ratio === null);
  return joined([
    [sideText('A', a, style, width), sideText('B', b, style, width)].join('\n'),
    effectText(comparison.effect, style, width),
    remarkLines(comparison.remarks, width).join('\n'),
    part(texts.newFindings, findingLines(findings.gained, width), style),
    part(texts.resolvedFindings, findingLines(findings.lost, width), style),
    part(texts.findingsOnBoth, findingLines(findings.kept, width), style),
    part(
      texts.settingsThatDiffer(variables.length),
      variables.map(({ variable, a: left, b: right, unit, meaning }) =>
        wrap(
          `${variable}: ${settingText(left, unit)} -> ${settingText(right, unit)}${meaning === '' ? '' : ` (${meaning})`}`,
          width,
          '  - ',
        ),
      ),
      style,
    ),
    part(
      texts.host,
      host.map(
        ({ title, unit, a: left, b: right, declared }) =>
          `  - ${title}: ${hostText(left, unit, declared.includes('A'))} -> ${hostText(right, unit, declared.includes('B'))}`,
      ),
      style,
    ),
    part(
      texts.ratesBAIsThe,
      table(
        rows
          .slice(0, shownRates)
          .map(({ name, unit, a: left, b: right, ratio, noise, beyondNoise, perStatement }) => [
            name,
            ...formatBoth(left, right, unit),
            ratioText(ratio),
            noise === null ? '' : `+- ${short(noise)}${beyondNoise === false ? texts.withinNoise : ''}`,
            ratioText(perStatement),
          ]),
      ),
      style,
    ),
    part(
      texts.activeSessionsByWhatThey,
      table(sessions.map((one) => [one.class, numberText(one.a), numberText(one.b), ratioText(one.ratio)])),
      style,
    ),
    part(
      texts.waitsThreadSecondsPerSecond,
      waits.reason === null
        ? table(
            waits.rows
              .slice(0, shownWaits)
              .map((one) => [one.object, numberText(one.a), numberText(one.b), ratioText(one.ratio)]),
          )
        : [texts.notCompared(waits.reason)],
      style,
    ),
    part(
      texts.statementsLoadThreadSecondsPer,
      digests.reason === null
        ? digests.rows
            .slice(0, shownDigests)
            .flatMap((row) => [
              wrap(row.text.slice(0, 300), width, '  - '),
              `    load ${numberText(row.load.a)} -> ${numberText(row.load.b)} (${ratioText(row.load.ratio)}); each ${formatBoth(row.seconds.a, row.seconds.b, 'seconds').join(' -> ')}; ${formatBoth(row.rate.a, row.rate.b, 'count/s').join(' -> ')}`,
            ])
        : [texts.notCompared(digests.reason)],
      style,
    ),
  ]);
}

function benchmarksText(comparison: BenchmarkComparison, style: Style, width: number): string {
  const { a, b, tests, groups, onlyA, onlyB } = comparison;
  const spread = (what: string, group: string, count: number, one: Spread | null) =>
    one === null
      ? []
      : [[group, what, String(count), two(one.min), two(one.max), two(one.average), two(one.median)]];
  const cost = (name: string, value: number | null) => (value === null ? [] : [`${name} x ${two(value)}`]);
  return joined([
    texts.aBaseBValuesAre(a.path, b.path),
    remarkLines(comparison.remarks, width).join('\n'),
    part(
      texts.byGroup,
      table([
        ['group', 'measure', 'tests', 'min', 'max', 'average', 'median'],
        ...groups.flatMap(({ group, tests: count, qps, cpuPerOperation, contextSwitchesPerOperation }) => [
          ...spread('QPS', group, count, qps),
          ...spread('cpu/o', group, count, cpuPerOperation),
          ...spread('cs/o', group, count, contextSwitchesPerOperation),
        ]),
      ]),
      style,
    ),
    part(
      texts.byTest,
      tests.map((one) =>
        wrap(
          [
            texts.qps(
              one.group,
              one.test,
              one.relativeQps === null
                ? texts.notKnown
                : `x ${two(one.relativeQps)} (${numberText(one.a.qps)} -> ${numberText(one.b.qps)})`,
            ),
            ...cost('cpu/o', one.relativeCpu),
            ...cost('cs/o', one.relativeContextSwitches),
          ].join(', '),
          width,
          '  - ',
        ),
      ),
      style,
    ),
    part(texts.onlyInA, onlyA.length === 0 ? [] : [wrap(onlyA.join(', '), width, '  ')], style),
    part(texts.onlyInB, onlyB.length === 0 ? [] : [wrap(onlyB.join(', '), width, '  ')], style),
  ]);
}

function sideText(name: string, side: SnapshotComparison['a'], style: Style, width: number): string {
  const facts = `${describeServer(side.server)}, ${describeWindow(side.windowSeconds)}, ${side.createdAt}`;
  return [
    `${style.strong(name)}  ${side.path ?? side.id}`,
    style.faint(`  ${facts}`),
    wrap(side.headline.text, width, '  '),
  ].join('\n');
}

function findingLines(findings: FindingChange[], width: number): string[] {
  return findings.map(({ ruleId, severity, title, other, reason, was }) => {
    const then = was === null ? '' : texts.was(was);
    const unknown =
      other === 'not-checked' || other === 'muted'
        ? texts.onTheOtherSideIt(other === 'muted' ? 'muted' : texts.notChecked2, reason ?? '')
        : '';
    return wrap(`${severity}${then}: ${title} (${ruleId})${unknown}`, width, '  - ');
  });
}

function remarkLines(remarks: string[], width: number): string[] {
  return remarks.map((remark) => wrap(remark, width, '! '));
}

function part(title: string, lines: string[], style: Style): string {
  return lines.length === 0 ? '' : [style.strong(title), ...lines].join('\n');
}

function joined(parts: string[]): string {
  return `${parts.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Columns as wide as their widest cell; the first to the left, the others to the right. */
function table(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, index) => Math.max(found[index] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    `  ${row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  ')}`.trimEnd(),
  );
}

function settingText(
  value: SnapshotComparison['variables'][number]['a'],
  unit: Parameters<typeof formatValue>[1],
): string {
  if (value === null) return texts.notThere;
  return value === '' ? "''" : formatSetting(value, unit);
}

function numberText(value: number | null): string {
  return value === null ? 'unknown' : Number(value.toPrecision(3)).toLocaleString('en-US');
}

function ratioText(ratio: number | null): string {
  return ratio === null ? '' : `x ${short(ratio)}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function two(value: number): string {
  return value.toFixed(2);
}

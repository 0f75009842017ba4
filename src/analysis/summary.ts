import type { Analysis, Finding } from '../shared/analysis';
import { formatSetting, formatValue } from '../shared/base/units';
import { type Summary, summarySchemaName } from '../shared/summary';
import { compareSnapshots, inTime, type Judged, remarksOf } from './compare';

const mostActions = 3;

/**
 * A snapshot on one page, for those who decide.
 * @param before an earlier snapshot that it is compared with; null: there is none
 */
export function summaryOf(now: Judged, before: Judged | null): Summary {
  const { snapshot, analysis } = now;
  const effect = before === null ? null : (compareSnapshots(before, now).effect ?? null);
  const actionable = analysis.findings.filter(isActionable);
  const count = (severity: Finding['severity']) =>
    analysis.findings.filter((finding) => finding.severity === severity).length;
  return {
    schema: summarySchemaName,
    server: snapshot.server,
    target: snapshot.origin.target,
    takenAt: snapshot.createdAt,
    windowSeconds: analysis.snapshot.windowSeconds,
    verdict: effect?.verdict ?? analysis.headline.text,
    headline: analysis.headline,
    counts: {
      critical: count('critical'),
      warning: count('warning'),
      notice: count('notice'),
      passed: analysis.passed.length,
      notChecked: analysis.notChecked.length,
    },
    actions: actionable.slice(0, mostActions).map((finding) => actionOf(finding, analysis)),
    further: Math.max(0, actionable.length - mostActions),
    before:
      before === null
        ? null
        : { takenAt: before.snapshot.createdAt, headline: before.analysis.headline.text },
    effect,
    remarks: before === null ? [] : remarksOf(before, now, inTime),
  };
}

/** A cause that something can be done about; what another finding explains goes with its cause. */
function isActionable({ standing, explainedBy, advice, actions }: Finding): boolean {
  return standing === 'finding' && explainedBy.length === 0 && advice.length + actions.length > 0;
}

function actionOf(finding: Finding, { plan }: Analysis): Summary['actions'][number] {
  const { ruleId, title, severity, impact, advice, actions } = finding;
  const planned = plan.changes.filter(({ why }) => why.includes(ruleId));
  const settings = planned.map(({ variable, from, to, when, atOnce }) => {
    const unit = advice.find((one) => one.variable === variable)?.unit ?? 'none';
    const until = atOnce === undefined ? '' : `, ${formatSetting(atOnce, unit)} until then`;
    const how = when === 'restart' ? `, at a restart${until}` : '';
    return `Set ${variable} from ${formatSetting(from, unit)} to ${formatSetting(to, unit)}${how}`;
  });
  const gain =
    impact.share === null
      ? 'Not quantified'
      : `At most ${formatValue(impact.share * 100, 'percent')} of database time (${impact.basis === 'measured' ? 'measured' : 'estimated'})`;
  const risks = [...new Set(advice.map(({ risk }) => risk).filter((risk) => risk !== ''))];
  return {
    ruleId,
    title,
    severity,
    steps: settings.length > 0 ? settings : actions.slice(0, 2),
    effect: `${gain}: ${impact.text}`,
    risk:
      risks.length > 0
        ? risks.join(' ')
        : advice.length === 0
          ? 'No setting is changed.'
          : 'No risk is stated.',
  };
}

import { Fragment } from 'react';
import { withSourceNames } from '../../../shared/base/source-names';
import { formatValue } from '../../../shared/base/units';
import { type RuleExplanation, ruleOutcomeWords } from '../../../shared/rules/rule-explanation';
import { inWindowWords } from '../../../shared/window/window-words';
import { Markdown, SeverityMark, unbroken } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('rule', RulePage);

/** A rule at length: what it asks, what the open snapshot answers, and why it came out so. */
function RulePage({ ruleId }: { ruleId: string }) {
  const { go } = useApp();
  const source = useShared('source');
  const analysis = useShared('analysis');
  const { loaded, reload } = useCall('rules.explain', {
    ruleId,
    ...(source === null ? {} : { snapshotId: source.id }),
  });
  usePageState('rule', loaded.state);
  if (loaded.state === 'loading') return <Loading what={texts.readingTheRule} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const rule = loaded.value;
  // Where it fired its texts stand with their values, else with what they ask for.
  const finding =
    source !== null && analysis.state === 'ready'
      ? analysis.value.findings.find((one) => one.ruleId === ruleId)
      : undefined;
  return (
    <div className="page rule">
      <div className="actions">
        <button type="button" className="link" onClick={() => go({ page: 'diagnosis' })}>
          {texts.diagnosis}
        </button>
        <button type="button" className="link" onClick={() => go({ page: 'rules' })}>
          {texts.allRules}
        </button>
      </div>
      <h1>{rule.title}</h1>
      <p className="soft">
        <SeverityMark severity={rule.severity} /> {rule.area}/{rule.id}
        {!comesWithLatchkey(rule) && (
          <>
            , <span className="path">{rule.path}</span>
          </>
        )}
      </p>
      {rule.onSnapshot !== null && <Outcome onSnapshot={rule.onSnapshot} />}
      <Condition rule={rule} />
      <Thresholds thresholds={rule.thresholds} />
      <section className="section">
        <h2>{texts.whyItMatters}</h2>
        <Markdown
          text={finding === undefined ? templateText(rule.explain) : inWindowWords(finding.explanation)}
        />
        <h2>{texts.whenThisAdviceIsWrong}</h2>
        <Markdown
          text={finding === undefined ? templateText(rule.refutedBy) : inWindowWords(finding.refutedBy)}
        />
      </section>
      <Advice rule={rule} />
      <section className="section">
        <h2>{texts.sources}</h2>
        <ul>
          {rule.sources.map((text) => (
            <li key={text}>{withSourceNames(text)}</li>
          ))}
        </ul>
        <h2>{texts.examplesWhichRunAsTests}</h2>
        <ul>
          {rule.examples.map(({ name, expect, because }) => (
            <li key={name}>
              {expect}: {name}. <span className="soft">{unbroken(because)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** A text of a rule with its gaps named: what a finding has a number for stands as code. */
function templateText(text: string): string {
  return inWindowWords(text).replace(/\{\{\s*(.*?)\s*(?:\|\s*\w+\s*)?\}\}/g, '`$1`');
}

/** Rules that come with it lie where their area and id say, so that their path shows nothing. */
function comesWithLatchkey({ path, area, id }: RuleExplanation): boolean {
  return path.split(/[\\/]/).slice(-2).join('/') === `${area}/${id}.yaml`;
}

function Outcome({ onSnapshot }: { onSnapshot: NonNullable<RuleExplanation['onSnapshot']> }) {
  const { outcome, because, conditions, inputs, place, causes, effects } = onSnapshot;
  const { go } = useApp();
  const links = (items: typeof causes) => (
    <ul className="plain">
      {items.map(({ ruleId, title, text }) => (
        <li key={ruleId}>
          <button type="button" className="link" onClick={() => go({ page: 'rule', ruleId })}>
            {title}
          </button>
          : {text}
        </li>
      ))}
    </ul>
  );
  return (
    <section className="section" aria-label={texts.onThisSnapshot}>
      <h2>{ruleOutcomeWords[outcome]}</h2>
      <p>{unbroken(because)}</p>
      {place !== null && <p>{unbroken(place)}</p>}
      {causes.length > 0 && (
        <>
          <h3>{texts.explainedBy}</h3>
          {links(causes)}
        </>
      )}
      {effects.length > 0 && (
        <>
          <h3>{texts.explains}</h3>
          {links(effects)}
        </>
      )}
      {conditions.length > 0 && (
        <ul className="plain">
          {conditions.map(({ text, holds }) => (
            <li key={text}>
              <span className="tag">{holds === null ? 'unknown' : holds ? 'true' : 'false'}</span>{' '}
              <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
      {inputs.length > 0 && (
        <ScrollRegion className="scroll-x" label={texts.inputsOfTheRule}>
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{texts.input}</th>
                <th scope="col" className="number">
                  {texts.value}
                </th>
                <th scope="col">{texts.whatItIs}</th>
              </tr>
            </thead>
            <tbody>
              {inputs.map(({ name, value, unit, unknown, what }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <td className={unknown === null ? 'number' : undefined}>
                    {unknown === null ? formatValue(value, unit) : texts.unknown(unknown)}
                  </td>
                  <td className="soft">{what}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}

function Condition({ rule: { appliesTo, only, when, perSecond, escalation } }: { rule: RuleExplanation }) {
  const rows: [string, string | null][] = [
    [texts.servers, appliesTo.length === 0 ? 'all' : appliesTo.join('; ')],
    [texts.onlyWhere, only],
    [texts.condition, when],
    [texts.countedInEachSecond, perSecond],
    [texts.graver, escalation],
  ];
  return (
    <section className="section">
      <h2>{texts.firesWhen}</h2>
      <dl className="pairs">
        {rows.map(([name, text]) =>
          text === null ? null : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{name === 'Servers' ? text : <code>{text}</code>}</dd>
            </Fragment>
          ),
        )}
      </dl>
    </section>
  );
}

function Thresholds({ thresholds }: Pick<RuleExplanation, 'thresholds'>) {
  if (thresholds.length === 0) return null;
  return (
    <section className="section">
      <h2>{texts.evidenceAndThresholds}</h2>
      <ul>
        {thresholds.map(({ label, value, threshold, source }) => (
          <li key={label}>
            {label}: <code>{value}</code>
            {threshold !== null && <>{texts.threshold(<code>{threshold}</code>)}</>}
            <span className="block soft">{withSourceNames(source)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Advice({ rule: { advice, actions } }: { rule: RuleExplanation }) {
  if (advice.length + actions.length === 0) return null;
  return (
    <section className="section">
      <h2>{texts.advice}</h2>
      <ul>
        {advice.map(({ variable, propose, onlyIf, stopWhen, risk }) => (
          <li key={`${variable} ${propose}`}>
            <code>
              {variable} = {propose}
            </code>
            {onlyIf !== null && <>{texts.ifWord(<code>{onlyIf}</code>)}</>}
            <span className="block soft">{texts.enoughWhenRisk(stopWhen, risk)}</span>
          </li>
        ))}
        {actions.map((action) => (
          <li key={action}>
            <Markdown text={templateText(action)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

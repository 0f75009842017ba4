import { useMemo, useState } from 'react';
import { formatValue } from '../../../shared/base/units';
import type { FindingChange, SnapshotComparison } from '../../../shared/compare';
import { serverName } from '../../../shared/server';
import { SeverityMark, settingText, unbroken } from '../../../view';
import { Tabs } from '../../components/controls/tabs';
import { EffectLine } from '../../components/effect-line';
import { dateTime, windowText } from '../../components/frame/server-line';
import { SaveSummary } from '../../components/save-summary';
import { useApp, useShared } from '../../state/app-state';
import { DigestTable, RateTable, WaitTables } from './measures';
import { texts } from './texts';

type Part = 'findings' | 'variables' | 'rates' | 'waits' | 'digests' | 'host';

/** What differs between two snapshots. */
export function SnapshotsView({ comparison }: { comparison: SnapshotComparison }) {
  const [part, setPart] = useState<Part>('findings');
  const { a, b, remarks, findings, variables, rates, waits, sessions, digests, host } = comparison;
  const counted = (title: string, count: number) => `${title} (${count})`;
  const tabs: { id: Part; title: string }[] = [
    { id: 'findings', title: texts.findingsNewResolved(findings.gained.length, findings.lost.length) },
    { id: 'variables', title: counted(texts.settings, variables.length) },
    { id: 'rates', title: counted(texts.rates, rates.length) },
    { id: 'waits', title: counted(texts.waits, waits.rows.length + sessions.length) },
    { id: 'digests', title: counted(texts.statements, digests.rows.length) },
    { id: 'host', title: counted(texts.host, host.length) },
  ];
  return (
    <>
      <div className="compared">
        <Compared letter="A" side={a} />
        <Compared letter="B" side={b} />
      </div>
      <EffectCard comparison={comparison} />
      {remarks.length > 0 && (
        <ul className="notice notice-info compare-remarks">
          {remarks.map((remark) => (
            <li key={remark}>{unbroken(remark)}</li>
          ))}
        </ul>
      )}
      <Tabs label={texts.whatDiffers} tabs={tabs} selected={part} onSelect={setPart}>
        {part === 'findings' && <Findings findings={findings} b={b.id} />}
        {part === 'variables' && <Variables rows={variables} />}
        {part === 'rates' && <RateTable rates={rates} />}
        {part === 'waits' && <WaitTables waits={waits} sessions={sessions} />}
        {part === 'digests' && <DigestTable digests={digests} />}
        {part === 'host' && <Host rows={host} />}
      </Tabs>
    </>
  );
}

/** What changed in one line; the measures behind it, and both as a page to give away. */
function EffectCard({ comparison: { a, b, effect } }: { comparison: SnapshotComparison }) {
  if (effect === undefined) return null;
  return (
    <section className="card" aria-label={texts.beforeAndAfter}>
      <EffectLine effect={effect} />
      <SaveSummary id={b.id} before={a.id} />
    </section>
  );
}

function Compared({ letter, side }: { letter: string; side: SnapshotComparison['a'] }) {
  return (
    <div className="card compared-side">
      <p>
        <span className="side-letter">{letter}</span>{' '}
        <span className="strong">{serverName(side.server)}</span>{' '}
        <span className="soft">
          {dateTime(side.createdAt)}, {windowText(side.windowSeconds)}
        </span>
      </p>
      <p>{unbroken(side.headline.text)}</p>
    </div>
  );
}

const otherWords: Record<FindingChange['other'], string> = {
  // The heading says so.
  fired: '',
  passed: texts.passedThere,
  'not-checked': texts.notCheckedThere,
  'not-applicable': texts.notForThatServer,
  muted: texts.mutedThere,
};

function Findings({ findings, b }: { findings: SnapshotComparison['findings']; b: string }) {
  const groups: { title: string; empty: string; list: FindingChange[]; inB: boolean }[] = [
    { title: texts.newInBOnly, empty: 'None.', list: findings.gained, inB: true },
    { title: texts.resolvedInAOnly, empty: 'None.', list: findings.lost, inB: false },
    { title: texts.inBoth, empty: 'None.', list: findings.kept, inB: true },
  ];
  return (
    <div className="finding-groups">
      {groups.map(({ title, empty, list, inB }) => (
        <section key={title} className="section">
          <h2>
            {title} ({list.length})
          </h2>
          {list.length === 0 ? (
            <p className="soft">{empty}</p>
          ) : (
            <ul className="plain finding-changes">
              {list.map((one) => (
                <ChangeLine key={one.ruleId} change={one} b={inB ? b : null} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

/** Why it stands in its group, where the heading does not say it. */
function changeWords({ was, severity, other, reason }: FindingChange): string {
  const words = was !== null && was !== severity ? texts.was(was) : otherWords[other];
  return [words, reason].filter((text) => text !== null && text !== '').join(': ');
}

function ChangeLine({ change, b }: { change: FindingChange; b: string | null }) {
  const { go } = useApp();
  const source = useShared('source');
  const isOpen = b !== null && source?.id === b;
  return (
    <li>
      <SeverityMark severity={change.severity} />
      <span>
        {isOpen ? (
          <button
            type="button"
            className="link"
            onClick={() => go({ page: 'finding', ruleId: change.ruleId })}
          >
            {change.title}
          </button>
        ) : (
          change.title
        )}
        <span className="block soft">{changeWords(change)}</span>
      </span>
    </li>
  );
}

function Variables({ rows }: { rows: SnapshotComparison['variables'] }) {
  const [filter, setFilter] = useState('');
  const shown = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    return rows.filter(({ variable, meaning }) =>
      words.every((word) => `${variable} ${meaning}`.toLowerCase().includes(word)),
    );
  }, [rows, filter]);
  if (rows.length === 0) return <p className="soft">{texts.everySettingThatBothWere}</p>;
  return (
    <>
      <div className="toolbar">
        <label className="unseen" htmlFor="setting-filter">
          {texts.filterSettings}
        </label>
        <input
          id="setting-filter"
          type="search"
          placeholder={texts.filterSettings}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="soft" role="status">
          {shown.length === rows.length ? texts.differ(rows.length) : `${shown.length} of ${rows.length}`}
        </span>
      </div>
      <div className="scroll-x">
        <table className="data compare-table compare-settings">
          <thead>
            <tr>
              <th scope="col">{texts.setting}</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
              <th scope="col">{texts.whatItMeans}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ variable, a, b, unit, change, meaning }) => (
              <tr key={variable}>
                <th scope="row">
                  <code>{variable}</code>
                </th>
                <td className="value-cell">{change === 'only in B' ? absent : settingText(a, unit)}</td>
                <td className="value-cell">{change === 'only in A' ? absent : settingText(b, unit)}</td>
                <td>{meaning === '' ? <span className="soft">{change}</span> : meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const absent = <span className="soft">{texts.notThere}</span>;

function Host({ rows }: { rows: SnapshotComparison['host'] }) {
  if (rows.length === 0) return <p className="soft">{texts.noFactOfTheHosts}</p>;
  return (
    <table className="data compare-table">
      <thead>
        <tr>
          <th scope="col">{texts.fact}</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ fact, title, unit, a, b, declared }) => (
          <tr key={fact}>
            <th scope="row">{title}</th>
            <td>
              {formatValue(a, unit)}
              {declared.includes('A') && ' (declared)'}
            </td>
            <td>
              {formatValue(b, unit)}
              {declared.includes('B') && ' (declared)'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

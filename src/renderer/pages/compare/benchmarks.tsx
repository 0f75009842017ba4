import { useMemo, useState } from 'react';
import type { BenchmarkComparison, Spread } from '../../../shared/compare';
import type { Table } from '../../../shared/snapshot';
import { DotChart, type DotRow } from '../../../view/charts/dot-chart';
import { DataTable } from '../../components/controls/data-table';
import { saveChart } from '../../components/save-chart';
import { useApp } from '../../state/app-state';
import { texts } from './texts';

const measures = [
  { id: 'qps', title: texts.queriesPerSecondBA, meaning: texts.above1BIsFaster },
  { id: 'cpuPerOperation', title: texts.cpuPerOperationBA, meaning: texts.above1BNeedsMore },
  {
    id: 'contextSwitchesPerOperation',
    title: texts.contextSwitchesPerOperationB,
    meaning: texts.above1BNeedsMore,
  },
] as const;

/** Two results of a benchmark: by group drawn and in numbers, and every test. */
export function BenchmarkView({ comparison }: { comparison: BenchmarkComparison }) {
  const { notify } = useApp();
  const { a, b, tests, groups, remarks, onlyA, onlyB } = comparison;
  return (
    <>
      <p className="soft">{texts.testsInBothAHas(tests.length, a.tests, b.tests)}</p>
      {remarks.length > 0 && (
        <ul className="notice notice-info compare-remarks">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {measures.map(({ id, title, meaning }) => (
        <Measure
          key={id}
          rows={groups}
          id={id}
          title={title}
          meaning={meaning}
          onSave={(file) => void saveChart(file, notify)}
        />
      ))}
      <section className="section">
        <h2>{texts.tests(tests.length)}</h2>
        <TestTable tests={tests} />
      </section>
      <OnlyIn letter="A" tests={onlyA} />
      <OnlyIn letter="B" tests={onlyB} />
    </>
  );
}

function Measure({
  rows: groups,
  id,
  title,
  meaning,
  onSave,
}: {
  rows: BenchmarkComparison['groups'];
  id: (typeof measures)[number]['id'];
  title: string;
  meaning: string;
  onSave: Parameters<typeof DotChart>[0]['onSave'];
}) {
  const rows = useMemo(
    () =>
      groups.flatMap((group): DotRow[] => {
        const spread: Spread | null = group[id];
        return spread === null ? [] : [{ label: group.group, count: group.tests, ...spread }];
      }),
    [groups, id],
  );
  if (rows.length === 0) {
    return <p className="soft">{texts.notMeasuredOnBothSides(title)}</p>;
  }
  return (
    <div className="card">
      <DotChart title={title} rows={rows} meaning={meaning} onSave={onSave} />
    </div>
  );
}

function TestTable({ tests }: { tests: BenchmarkComparison['tests'] }) {
  const table = useMemo((): Table => {
    const digits = (value: number | null, places: number) =>
      value === null ? null : Number(value.toFixed(places));
    return {
      columns: [
        texts.test,
        texts.group,
        'A queries/s',
        'B queries/s',
        'B / A',
        texts.cpuBA,
        texts.contextSwitchesBA,
      ],
      rows: tests.map((one) => [
        one.test,
        one.group,
        digits(one.a.qps, 0),
        digits(one.b.qps, 0),
        digits(one.relativeQps, 3),
        digits(one.relativeCpu, 3),
        digits(one.relativeContextSwitches, 3),
      ]),
    };
  }, [tests]);
  return <DataTable table={table} name="tests" absent={texts.notMeasured} />;
}

function OnlyIn({ letter, tests }: { letter: string; tests: string[] }) {
  const [open, setOpen] = useState(false);
  if (tests.length === 0) return null;
  return (
    <details className="section" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{texts.onlyIn(letter, tests.length)}</h2>
      </summary>
      {open && <p>{tests.join(', ')}</p>}
    </details>
  );
}

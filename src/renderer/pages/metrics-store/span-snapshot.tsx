import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { parseSpan } from '../../../shared/base/moment';
import { shortText } from '../../../shared/base/short-text';
import { formatSeconds } from '../../../shared/base/units';
import type { StoreLoad, StoreServer } from '../../../shared/metrics-store';
import type { TimeChartData, TimeRange } from '../../../view';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { SelectField, TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { HostFields } from '../../components/host-fields';
import { JobLine } from '../../components/job-line';
import { useApp } from '../../state/app-state';
import { emptyForm, readForm } from '../../state/connection-form';
import { useJob } from '../../state/job';
import type { StoreAsked } from '../../state/store-form';
import { busiestHour, momentField, type Span } from './periods';
import { texts } from './texts';

/** Weeks that a snapshot carries along, in hours. */
const carried = [
  { value: '0', title: 'nothing' },
  { value: '168', title: '7 days' },
  { value: '336', title: '14 days' },
  { value: '720', title: '30 days' },
] as const;

/** The load of a server, the span that is chosen on it, and the snapshot of that. */
export function SpanSnapshot({
  asked,
  server,
  wanted,
  period,
}: {
  asked: StoreAsked;
  server: StoreServer;
  /** By what the store finds it. */
  wanted: string;
  period: Span;
}) {
  const { show } = useApp();
  const load = useJob('metrics.load');
  const taking = useJob('metrics.snapshot');
  const [fields, setFields] = useState({ from: '', to: '' });
  const [host, setHost] = useState(emptyForm);
  const [hours, setHours] = useState<(typeof carried)[number]['value']>('0');
  const { source, secrets } = asked;
  const request = { source, secrets, server: wanted };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the server that was chosen; another one is another component
  useEffect(() => void load.start({ ...request, ...period }), []);
  const drawn = load.job.state === 'done' ? load.job.value : null;
  const startMs = Date.parse(drawn?.from ?? period.from);
  const choose = ({ fromMs, toMs }: TimeRange) =>
    setFields({ from: momentField(startMs + fromMs), to: momentField(startMs + toMs) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the load has come
  useEffect(() => {
    const busiest = drawn === null ? null : busiestHour(drawn.statements, drawn.stepMs);
    if (busiest === null || fields.from !== '') return;
    // The steps reach over the ends of the period, and the last one into the future.
    const now = Date.parse(period.to) - startMs;
    choose({ fromMs: Math.max(0, Math.min(busiest.fromMs, now - 1000)), toMs: Math.min(busiest.toMs, now) });
  }, [drawn]);
  const span = useMemo(() => parseSpan(fields.from, fields.to, new Date()), [fields]);
  const chosen = useMemo(
    (): TimeRange | null =>
      typeof span === 'string'
        ? null
        : { fromMs: span.from.getTime() - startMs, toMs: span.to.getTime() - startMs },
    [span, startMs],
  );
  const read = readForm(host);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (typeof span === 'string' || !read.ok) return;
    const reply = await taking.start({
      ...request,
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      declaredHost: read.connection.declaredHost,
      ...(hours === '0' ? {} : { historyHours: Number(hours) }),
    });
    if (reply.ok) show(reply.value);
  };
  return (
    <section aria-label={texts.spanOfTheSnapshot} className="span-snapshot">
      {load.job.state === 'running' && (
        <JobLine label={texts.readingTheLoad} {...load.job} onCancel={load.cancel} />
      )}
      {load.job.state === 'failed' && <ErrorNotice error={load.job.error} />}
      {drawn !== null && <LoadChart load={drawn} server={server} chosen={chosen} onChoose={choose} />}
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        <div className="span-fields">
          <TextField
            label={texts.from}
            placeholder={texts.mon0800}
            value={fields.from}
            onChange={(from) => setFields({ ...fields, from })}
          />
          <TextField
            label={texts.to}
            placeholder={texts.mon1200}
            value={fields.to}
            onChange={(to) => setFields({ ...fields, to })}
          />
          <SelectField
            label={texts.historyCarriedAlong}
            value={hours}
            options={carried}
            onChange={setHours}
          />
        </div>
        <p className={typeof span === 'string' && fields.from !== '' ? 'field-error' : 'soft'} role="status">
          {typeof span === 'string'
            ? fields.from === '' && fields.to === ''
              ? texts.chooseASpanOnThe
              : span
            : texts.timesAreLocal(
                formatSeconds(Math.round((span.to.getTime() - span.from.getTime()) / 1000)),
              )}
        </p>
        <details className="fold" open={!read.ok || undefined}>
          <summary>{texts.hostHardwareWhereTheStore}</summary>
          <div className="import-options">
            <HostFields host={host} errors={read.ok ? {} : read.errors} onChange={setHost} />
          </div>
        </details>
        {taking.job.state === 'running' && (
          <JobLine label={texts.readingTheSpan} {...taking.job} onCancel={taking.cancel} />
        )}
        {taking.job.state === 'failed' && <ErrorNotice error={taking.job.error} />}
        <div className="actions">
          <button
            type="submit"
            className="primary"
            disabled={typeof span === 'string' || taking.job.state === 'running'}
          >
            {texts.makeSnapshot}
          </button>
        </div>
      </form>
    </section>
  );
}

function LoadChart({
  load,
  server,
  chosen,
  onChoose,
}: {
  load: StoreLoad;
  server: StoreServer;
  chosen: TimeRange | null;
  onChoose: (range: TimeRange) => void;
}) {
  const whole = useMemo(() => ({ fromMs: 0, toMs: Date.parse(load.to) - Date.parse(load.from) }), [load]);
  const data = useMemo((): TimeChartData => {
    const points = load.statements.map((value, index) => ({
      x: (index + 1) * load.stepMs,
      y: value ?? Number.NaN,
    }));
    return {
      unit: 'count/s',
      lines: [{ label: texts.statements, points }],
      range: whole,
      startedAt: load.from,
      marks: chosen === null ? [] : [{ kind: 'span', ...chosen, label: 'snapshot' }],
    };
  }, [load, whole, chosen]);
  if (load.statements.every((value) => value === null))
    return <p className="soft">{texts.theStoreHasNoLoad}</p>;
  return (
    <>
      <LiveChart
        title={texts.loadOf(shortText(server.name))}
        data={data}
        whole={whole}
        selected={chosen ?? whole}
        onRange={(range) => onChoose(range ?? whole)}
      />
      <p className="soft field-hint">{texts.dragOverTheSpanOf(formatSeconds(load.stepMs / 1000))}</p>
    </>
  );
}

import { defined } from '../../shared/base/defined';
import type { MetricId, ProbeRequest, ProbeSummary, RequestedArm, SysbenchPreset } from '../../shared/probe';
import { texts } from './texts';

/** How a probe is to be run, as typed. */
export interface ProbeForm {
  /** null: those that the probe proposes. */
  arms: ArmText[] | null;
  /** The variables, one or two with a comma, of which better values are looked for in place of variants; null: variants are compared. */
  best: string | null;
  workload: 'live' | 'replay' | 'sysbench';
  preset: SysbenchPreset;
  threads: string;
  tables: string;
  rows: string;
  /** Statements per second of a replay; empty: as fast as answers come. */
  rate: string;
  /** Path of the slow log that is replayed; empty: what the server has kept. */
  slowLog: string;
  /** Minutes; empty: the default of the probe. */
  minutes: string;
  /** Seconds; empty: that of the probe. */
  settle: string;
  metric: MetricId | '';
  margin: string;
  seed: string;
  allowDurability: boolean;
  /** Whether the server is to restore everything itself, and after how many seconds without Latchkey. */
  deadMansSwitch: boolean;
  switchSeconds: string;
}

export interface ArmText {
  name: string;
  /** `sort_buffer_size = 4M, join_buffer_size = 4M` */
  settings: string;
}

/** Fields that hold a number. */
export type NumberField =
  | 'threads'
  | 'tables'
  | 'rows'
  | 'rate'
  | 'minutes'
  | 'settle'
  | 'margin'
  | 'seed'
  | 'switchSeconds';

export type ProbeFormErrors = Partial<Record<NumberField, string>> & {
  arms?: (string | undefined)[];
  noArms?: string;
  best?: string;
};

/** The form as a probe comes: with its own arms, and its first workload. */
export function probeFormOf(
  { id, workloads, arms, preset }: Pick<ProbeSummary, 'id' | 'workloads' | 'arms' | 'preset'>,
  advised?: RequestedArm,
): ProbeForm {
  const given = advised === undefined ? null : [armText(advised)];
  return {
    arms: given ?? (id === 'custom' && arms.length === 0 ? [{ name: '', settings: '' }] : null),
    best: null,
    workload: workloads.includes('sysbench') ? 'sysbench' : (workloads[0] ?? 'live'),
    preset,
    threads: '4',
    tables: '4',
    rows: '25000',
    rate: '',
    slowLog: '',
    minutes: '',
    settle: '',
    metric: '',
    margin: '',
    seed: '',
    allowDurability: false,
    deadMansSwitch: false,
    switchSeconds: '30',
  };
}

export function armText({ name, settings }: RequestedArm): ArmText {
  return { name, settings: settings.map(({ variable, value }) => `${variable} = ${value}`).join(', ') };
}

/** Reads the form into a request; fields that cannot be used are named. */
export function readProbeForm(
  probe: ProbeRequest['probe'],
  form: ProbeForm,
): { ok: true; request: ProbeRequest } | { ok: false; errors: ProbeFormErrors } {
  const errors: ProbeFormErrors = {};
  const number = (field: NumberField, spec: Bounds) => {
    const text = form[field].trim();
    if (text === '') {
      if (spec.needed === true) errors[field] = spec.words;
      return undefined;
    }
    const value = Number(text);
    const fits = value >= spec.low && value <= spec.high && (spec.whole !== true || Number.isInteger(value));
    if (!fits) errors[field] = spec.words;
    return value;
  };
  const sysbench = form.workload === 'sysbench';
  const whole = { whole: true, needed: sysbench };
  const replay = form.workload === 'replay';
  const most = replay ? 64 : 1024;
  const threads =
    sysbench || replay
      ? number('threads', { whole: true, needed: true, low: 1, high: most, words: `1 to ${most}.` })
      : 1;
  const rate = replay ? number('rate', { low: 0.1, high: 1e5, words: '0.1 to 100,000.' }) : undefined;
  const tables = sysbench ? number('tables', { ...whole, low: 1, high: 64, words: '1 to 64.' }) : 1;
  const rows = sysbench
    ? number('rows', { ...whole, low: 100, high: 1e8, words: '100 to 100,000,000.' })
    : 100;
  const settle = number('settle', { low: 0.1, high: 600, words: 'Seconds, 0.1 to 600.' });
  const minutes = number('minutes', { low: 0.1, high: 1440, words: 'Minutes, 0.1 to 1440.' });
  const margin = number('margin', { low: 0.1, high: 50, words: 'Percent, 0.1 to 50.' });
  const seed = number('seed', { whole: true, low: 0, high: 2 ** 31 - 1, words: texts.aWholeNumber });
  const switchSeconds = form.deadMansSwitch
    ? number('switchSeconds', {
        whole: true,
        needed: true,
        low: 5,
        high: 3600,
        words: texts.wholeSeconds5To3600,
      })
    : undefined;
  const best = form.best?.split(',').map((name) => name.trim().toLowerCase().replaceAll('-', '_'));
  const areNames = best?.every((name) => /^[a-z][a-z0-9_.]{0,79}$/.test(name)) ?? true;
  if (!areNames || (best?.length ?? 0) > 2) errors.best = texts.theNameOfOneVariable;
  const arms = best === undefined ? form.arms?.map(readArm) : undefined;
  if (arms?.some((arm) => typeof arm === 'string') === true) {
    errors.arms = arms.map((arm) => (typeof arm === 'string' ? arm : undefined));
  }
  if (arms?.length === 0) errors.noArms = texts.addAVariantOrGo;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    request: {
      probe,
      workload:
        form.workload === 'sysbench'
          ? {
              kind: 'sysbench',
              preset: form.preset,
              threads: threads ?? 1,
              tables: tables ?? 1,
              rows: rows ?? 100,
            }
          : form.workload === 'live'
            ? { kind: 'live' }
            : replayOf(form.slowLog.trim(), threads ?? 1, rate),
      ...(arms === undefined ? {} : { arms: arms.filter((arm) => typeof arm !== 'string') }),
      ...defined({ best }),
      ...(minutes === undefined ? {} : { maxSeconds: minutes * 60 }),
      ...defined({ settleSeconds: settle, marginPercent: margin, seed }),
      ...(form.metric === '' ? {} : { metric: form.metric }),
      ...(form.allowDurability ? { allowDurability: true } : {}),
      ...defined({ deadMansSwitchSeconds: switchSeconds }),
    },
  };
}

function replayOf(slowLog: string, threads: number, rate: number | undefined): ProbeRequest['workload'] {
  return { kind: 'replay', threads, ...defined({ rate }), ...(slowLog === '' ? {} : { slowLog }) };
}

interface Bounds {
  low: number;
  high: number;
  whole?: boolean;
  needed?: boolean;
  words: string;
}

function readArm({ name, settings }: ArmText): RequestedArm | string {
  if (name.trim() === '') return texts.giveItAName;
  const read = settings
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => /^([A-Za-z][\w.-]*)\s*=\s*(\S.*)$/.exec(part.trim()));
  const requested = read.flatMap((found) =>
    found?.[1] === undefined || found[2] === undefined
      ? []
      : [{ variable: found[1].toLowerCase().replaceAll('-', '_'), value: found[2] }],
  );
  return requested.length === 0 || requested.length < read.length
    ? texts.writeVariableValueSeveralWith
    : { name: name.trim(), settings: requested };
}

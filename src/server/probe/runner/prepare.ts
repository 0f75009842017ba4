import { nameOf, type Searched, searchPoints } from '../../../experiment/design/best-value';
import {
  baselineName,
  type DesignRequest,
  defaultSeconds,
  designProbe,
  leastSeconds,
  type ProbeTimes,
  usualSwitch,
} from '../../../experiment/design/schedule';
import { isDurability, proofClass, proofClassFacts } from '../../../knowledge/catalog/proof-class';
import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import type { ServerKind } from '../../../knowledge/catalog/variable-facts';
import { chooseReplay, type KeptDigest, leftOutText } from '../../../knowledge/sql/replay';
import { defined } from '../../../shared/base/defined';
import { LatchkeyError } from '../../../shared/base/error';
import { formatSeconds } from '../../../shared/base/units';
import type { MetricId, ProbeDesign, ProbeRequest, ProbeWorkload } from '../../../shared/probe';
import type { Reason } from '../../../shared/reason';
import type { Host } from '../../../shared/snapshot';
import type { TargetArm } from '../../change';
import type { GatedStatement } from '../../connect/gated-statement';
import type { Session } from '../../connect/session';
import { gateStatements } from '../../foreign/gate';
import { type HostAccess, openHost } from '../../machine/access';
import { readHost } from '../../machine/facts';
import type { Machine } from '../../machine/machine';
import { keptSources } from '../../workload/kept-statements';
import { sysbenchRefusal } from '../../workload/sysbench';
import { probeDefinitions } from '../definitions';
import {
  isReason,
  type ProbeDefinition,
  type ProbedServer,
  type ProposedArms,
} from '../definitions/definition';
import { texts } from './texts';

/** A probe as it would run on one server, before the gate has been asked. */
export interface PreparedProbe extends ProposedArms {
  definition: ProbeDefinition;
  request: ProbeRequest;
  server: ProbedServer;
  host: Host;
  access: HostAccess;
  metric: MetricId;
  /** The quieter metric of the baseline period takes the place of `metric`. */
  choosesMetric: boolean;
  /** Settings reach new connections only. */
  freshConnections: boolean;
  maxSeconds: number;
  /** What is replayed; null: the load is another one. */
  replay: ReplaySource | null;
}

/** Statements to be replayed, and in words where they come from and what is left out. */
export interface ReplaySource {
  digests: readonly KeptDigest<GatedStatement>[];
  text: string;
}

/**
 * Finds out what a probe would be on this server; changes nothing.
 * @param logged statements of a slow log to be replayed; null: those that the server itself has kept
 * @throws LatchkeyError change-refused with the reason for which it makes no sense here; usage for a request that
 *   cannot be granted
 */
export async function prepareProbe(
  session: Session,
  request: ProbeRequest,
  machine: Machine,
  signal: AbortSignal,
  logged: readonly KeptDigest[] | null = null,
): Promise<PreparedProbe> {
  const definition = probeDefinitions[request.probe];
  const access = await openHost(session, machine, signal);
  const host = await readHost(access);
  const server = await readServer(session, host, signal);
  requireWorkload(definition, request, session);
  requireDurability(definition, request);
  const proposed = proposedBy(definition, request, server);
  if (isReason(proposed)) throw refusal(proposed);
  if (proposed.arms.length === 0) {
    throw new LatchkeyError('usage', texts.theProbeHasNothingTo(definition.id), {
      hint: texts.nameAVariantArmName,
    });
  }
  const freshConnections = proposed.arms.some(({ settings }) =>
    settings.some(({ variable }) => variableFacts(variable, session.identity)?.reach === 'new connections'),
  );
  const live = request.workload.kind === 'live' && definition.resizes !== true;
  const seesCpu = access.readable && access.pid !== null;
  const offered = hasPace(request.workload) ? 'latency' : 'throughput';
  const usual = definition.metric === 'cpu-per-operation' && seesCpu ? definition.metric : offered;
  const metric = request.metric ?? (live ? 'latency' : usual);
  if (live)
    await requireLive(
      session,
      { metric, freshConnections, seconds: timesOf(definition, request).settleSeconds },
      signal,
    );
  const replayed = request.workload.kind === 'replay';
  if (replayed) requireReplayMetric(request.workload, metric);
  if (metric === 'latency' && !live && !replayed && definition.resizes !== true)
    await requireDigests(session, signal);
  if (metric === 'cpu-per-operation' && !seesCpu) {
    throw new LatchkeyError('usage', texts.theCpuTimeOfThe);
  }
  const choosesMetric =
    definition.choosesMetric === true && request.metric === undefined && metric === 'throughput' && seesCpu;
  const maxSeconds = request.maxSeconds ?? defaultSeconds(timesOf(definition, request), proposed.arms.length);
  const replay = replayed ? await replaySource(session, logged, signal) : null;
  return {
    ...proposed,
    ...{ definition, request, server, host, access, metric, choosesMetric },
    ...{ freshConnections, maxSeconds, replay },
  };
}

/** How many statements come is ours to say, not the server's to show. */
function hasPace(workload: ProbeWorkload): boolean {
  return workload.kind === 'replay' && workload.rate !== undefined;
}

function requireReplayMetric(workload: ProbeWorkload, metric: MetricId): void {
  if (metric !== 'throughput' || !hasPace(workload)) return;
  throw new LatchkeyError('usage', texts.atAGivenRateThe, {
    hint: texts.leaveMetricOutOrRate,
  });
}

/** @throws LatchkeyError change-refused with the reason why nothing can be replayed */
async function replaySource(
  session: Session,
  logged: readonly KeptDigest[] | null,
  signal: AbortSignal,
): Promise<ReplaySource> {
  const sources =
    logged === null ? keptSources : [async () => ({ from: 'the slow log', digests: [...logged] })];
  const reasons: string[] = [];
  for (const read of sources) {
    const kept = await read(session, signal);
    if ('refusal' in kept) {
      reasons.push(kept.refusal);
      continue;
    }
    const examples = kept.digests.flatMap(({ schema, examples: all }) => all.map((sql) => ({ sql, schema })));
    const gated = await gateStatements({ session, signal }, examples);
    const { digests, leftOut } = chooseReplay(kept.digests, gated);
    const left = leftOutText(leftOut);
    if (digests.length > 0) {
      const text = [`${digests.length} different SELECTs from ${kept.from}.`, left].join(' ').trim();
      return { digests, text };
    }
    reasons.push(`There is no plain SELECT in ${kept.from}. ${left}`.trim());
  }
  throw new LatchkeyError('change-refused', texts.nothingCanBeReplayed(reasons.join(' ')), {
    hint: texts.giveASlowLogOf,
  });
}

/** What definitions need to know of a server. @throws LatchkeyError as `query` does */
export async function readServer(session: Session, host: Host, signal: AbortSignal): Promise<ProbedServer> {
  const table = await session.query('SHOW GLOBAL VARIABLES', { signal });
  return {
    identity: session.identity,
    globals: new Map(table.rows.map(([name, value]) => [String(name).toLowerCase(), String(value ?? '')])),
    cpus: host.cpus.value ?? null,
  };
}

/**
 * The times of a probe, with the settling that was asked for. Settings of the user's own act at once where the catalog
 * says so of all of them.
 */
function timesOf(
  { times, id }: ProbeDefinition,
  { settleSeconds, best }: ProbeRequest,
  arms: readonly TargetArm[] = [],
  server?: ServerKind,
): ProbeTimes {
  const actsAtOnce = ({ variable }: { variable: string }) =>
    server !== undefined && ['fast', 'session'].includes(proofClass(variable, 'now', server));
  const own = id === 'custom' && arms.every(({ settings }) => settings.every(actsAtOnce));
  const immediate = settleSeconds === undefined && (own || times.immediate === true);
  return { ...times, ...defined({ settleSeconds }), immediate, searches: best !== undefined };
}

/** What the design of a probe is made from. */
export function designRequest(prepared: PreparedProbe, arms: number): DesignRequest {
  const { definition, maxSeconds, request, freshConnections, server } = prepared;
  return {
    times: timesOf(definition, request, prepared.arms, server.identity),
    ...{ arms, maxSeconds, marginPercent: request.marginPercent },
    // A slot of live traffic has to hold its digests several times.
    slow: freshConnections || request.workload.kind === 'live',
    switchSeconds: freshConnections ? usualSwitch.slow : usualSwitch.otherwise,
  };
}

/** Fits the arms that the server can be brought into, in the time there is. @throws LatchkeyError usage */
export function designFor(prepared: PreparedProbe, arms: number): ProbeDesign {
  const wanted = designRequest(prepared, arms);
  const design = designProbe(wanted);
  if (design !== null) return design;
  const least = leastSeconds(wanted);
  throw new LatchkeyError(
    'usage',
    texts.isTooShortToCompare(formatSeconds(prepared.maxSeconds), arms, formatSeconds(least)),
    {
      hint: texts.giveMoreTimeWithMax(formatSeconds(wanted.times.settleSeconds)),
    },
  );
}

function proposedBy(
  definition: ProbeDefinition,
  { arms, best }: ProbeRequest,
  server: ProbedServer,
): ProposedArms | Reason {
  if (best === undefined) return arms === undefined ? definition.propose(server) : given(arms, server);
  if (definition.id === 'custom' && arms === undefined) return given(gridOf(best, server), server);
  throw new LatchkeyError('usage', texts.bestGoesWithTheProbe);
}

/** Variants of one variable or two from the present values outwards. @throws LatchkeyError change-refused where they must not be tried so; usage */
function gridOf(variables: readonly string[], server: ProbedServer): NonNullable<ProbeRequest['arms']> {
  if (new Set(variables).size < variables.length)
    throw new LatchkeyError('usage', texts.bestNamesOneVariableTwice);
  const searched = variables.map((variable) => searchedVariable(variable, server));
  return searchPoints(searched).map((values) => ({
    name: nameOf(values),
    settings: variables.map((variable, place) => ({ variable, value: String(values[place]) })),
  }));
}

/** Present value and bounds of a variable whose values may be tried one after the other. */
function searchedVariable(variable: string, { globals, identity }: ProbedServer): Searched {
  const present = globals.get(variable);
  const refuse = (reason: string) => new LatchkeyError('change-refused', texts.nothingWasSet(reason));
  if (present === undefined) throw refuse(`${variable} does not exist on ${identity.versionText}.`);
  const kind = proofClass(variable, 'now', identity);
  if (kind !== 'fast' && kind !== 'session')
    throw refuse(
      `Values of ${variable} are not tried one after the other: ${kind === 'medium' ? 'how soon it acts is not known, or it takes tens of seconds' : proofClassFacts[kind].text}.`,
    );
  const facts = variableFacts(variable, identity);
  if (!/^\d+$/.test(present) || facts?.type === 'boolean')
    throw refuse(`${variable} = ${present} is no number, so that there is no grid of values.`);
  if (isDurability(variable))
    throw refuse(`${variable} is compared by the probe commit-durability, with a consent of its own.`);
  return { present: Number(present), ...defined({ min: facts?.min, max: facts?.max }) };
}

function requireWorkload(definition: ProbeDefinition, { workload }: ProbeRequest, session: Session): void {
  const { kind } = workload;
  if (!definition.workloads.includes(kind)) {
    throw new LatchkeyError(
      'usage',
      texts.theProbeDoesNotMeasure(definition.id, kind, kind === 'replay' ? texts.whichOnlyReads : ''),
      {
        hint: texts.use(
          definition.workloads
            .map((each) => (each === 'sysbench' ? `sysbench:${definition.preset}` : each))
            .join(' or '),
        ),
      },
    );
  }
  const refused = kind === 'sysbench' ? sysbenchRefusal(session) : null;
  if (refused !== null) throw new LatchkeyError('usage', refused);
}

/** Relaxing durability is agreed to by itself, whatever else was agreed to. */
function requireDurability({ id, durability }: ProbeDefinition, { allowDurability }: ProbeRequest): void {
  if (durability !== true || allowDurability === true) return;
  throw new LatchkeyError('usage', texts.theProbeRelaxesDurabilitySettings(id), {
    hint: texts.giveAllowDurabilityToAgree,
  });
}

function refusal({ text, remedy }: Reason): LatchkeyError {
  return new LatchkeyError('change-refused', text, { hint: remedy });
}

/** Arms of the person's own, checked against what is known of their variables. */
function given(arms: NonNullable<ProbeRequest['arms']>, { identity, globals }: ProbedServer): ProposedArms {
  const requested: TargetArm[] = arms.map(({ name, settings }) => ({ name, settings }));
  const names = requested.map(({ name }) => name);
  if (names.includes(baselineName)) {
    throw new LatchkeyError('usage', texts.noVariantCanBeCalled(baselineName));
  }
  if (new Set(names).size < names.length) throw new LatchkeyError('usage', texts.twoVariantsHaveTheSame);
  const empty = requested.find(({ settings }) => settings.length === 0);
  if (empty !== undefined) throw new LatchkeyError('usage', texts.theVariantSetsNothing(empty.name));
  const unfit = requested
    .flatMap(({ settings }) => settings)
    .flatMap(({ variable }) => {
      if (!globals.has(variable)) return [`${variable} does not exist on ${identity.versionText}`];
      const facts = variableFacts(variable, identity);
      if (facts === undefined) return [];
      if (!facts.dynamic || facts.reach === 'start') return [`${variable} changes only by a restart`];
      if (facts.reach === 'own session') return [`${variable} has no global value`];
      return facts.reach === 'replication restart'
        ? [`${variable} takes effect only after replication was stopped and started`]
        : [];
    });
  if (unfit.length === 0) return { arms: requested, leftOut: [] };
  throw new LatchkeyError('change-refused', texts.nothingWasSet2([...new Set(unfit)].join('; ')));
}

/** Live traffic can be compared only where its latency is summed by statement and the settings reach its connections. */
async function requireLive(
  session: Session,
  { metric, freshConnections, seconds }: { metric: MetricId; freshConnections: boolean; seconds: number },
  signal: AbortSignal,
): Promise<void> {
  if (metric === 'throughput') {
    throw new LatchkeyError('usage', texts.theThroughputOfLiveTraffic, {
      hint: texts.leaveMetricOutLatencyBy,
    });
  }
  if (metric === 'latency') await requireDigests(session, signal);
  if (!freshConnections) return;
  const { connections, connected } = await connectionChurn(session, signal);
  if (connections * (seconds + 1) >= 3 * connected) return;
  throw new LatchkeyError(
    'change-refused',
    texts.openConnectionsKeepTheirOwn(connections.toFixed(1), connected),
    { hint: texts.measureWithSysbenchWhichReconnects },
  );
}

async function requireDigests(session: Session, signal: AbortSignal): Promise<void> {
  const line = 'Under [mysqld]: performance_schema = ON';
  if (session.identity.performanceSchema !== true) {
    throw new LatchkeyError('change-refused', texts.latencyByStatementComesFrom, {
      hint: texts.orMeasureWithSysbench(line),
    });
  }
  const { rows } = await session.query(
    "SELECT ENABLED FROM performance_schema.setup_consumers WHERE NAME LIKE '%statements_digest'",
    { signal },
  );
  if (rows[0]?.[0] === 'YES') return;
  throw new LatchkeyError('change-refused', texts.theConsumerOfStatementDigests, {
    hint: texts.enableItUpdatePerformanceSchema,
  });
}

async function connectionChurn(
  session: Session,
  signal: AbortSignal,
): Promise<{ connections: number; connected: number }> {
  const read = async () => {
    const { rows } = await session.query(
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('Connections', 'Threads_connected')",
      { signal },
    );
    const status = new Map(rows.map(([name, value]) => [String(name).toLowerCase(), Number(value)]));
    return {
      connections: status.get('connections') ?? 0,
      connected: status.get('threads_connected') ?? 0,
    };
  };
  const before = await read();
  await session.query('SELECT SLEEP(2)', { signal });
  const after = await read();
  return { connections: (after.connections - before.connections) / 2, connected: after.connected };
}

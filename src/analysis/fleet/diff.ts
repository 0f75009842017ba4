import type { EntryFinding, FleetEntry, FleetSettings } from '../../shared/fleet';
import { type FleetDiff, fleetDiffSchemaName, type ServerDiff } from '../../shared/fleet-diff';
import { isOwnOfServer } from '../compare/variables';
import { sameSetting } from '../facts/inputs/setting';
import { versionOf } from './fleet-server';

/** Two snapshots of one server, the earlier first, each with its settings. */
export interface ServerRounds {
  server: string;
  before: { entry: FleetEntry; settings: FleetSettings };
  after: { entry: FleetEntry; settings: FleetSettings };
}

/** @param single servers with one snapshot only */
export function fleetDiff(
  source: string,
  rounds: readonly ServerRounds[],
  single: readonly string[],
): FleetDiff {
  return {
    schema: fleetDiffSchemaName,
    source,
    servers: rounds.map(serverDiff).filter(hasChange),
    compared: rounds.length,
    single: [...single],
  };
}

function hasChange({
  appeared,
  resolved,
  unknown,
  settings,
  effects,
  version,
  headline,
}: ServerDiff): boolean {
  return (
    [appeared, resolved, unknown, settings, effects].some((list) => list.length > 0) ||
    version !== null ||
    headline !== null
  );
}

function serverDiff({ server, before, after }: ServerRounds): ServerDiff {
  const [old, now] = [before.entry, after.entry];
  const gone = missingFrom(now, old.findings);
  const isUnknown = ({ ruleId }: EntryFinding) =>
    now.notChecked.includes(ruleId) || now.muted.includes(ruleId);
  const resolved = gone.filter((finding) => !isUnknown(finding));
  const settings = settingsDiff(before, after, new Set(resolved.map(({ ruleId }) => ruleId)));
  const [versionBefore, versionAfter] = [versionOf(old), versionOf(now)];
  return {
    server,
    from: old.createdAt,
    to: now.createdAt,
    headline:
      old.headline.kind === now.headline.kind && old.headline.ruleId === now.headline.ruleId
        ? null
        : { before: old.headline.text, after: now.headline.text },
    appeared: missingFrom(old, now.findings).map(named),
    resolved: resolved.map(named),
    unknown: gone.filter(isUnknown).map(named),
    settings,
    effects: effectsBetween(old, now, settings),
    version: versionBefore === versionAfter ? null : { before: versionBefore, after: versionAfter },
  };
}

/** Changes that the history of the later snapshot saw since the earlier one. */
function effectsBetween(
  old: FleetEntry,
  now: FleetEntry,
  settings: ServerDiff['settings'],
): ServerDiff['effects'] {
  const planned = new Set(settings.filter((one) => one.planned).map(({ variable }) => variable));
  return (now.effects ?? [])
    .filter(({ at }) => at > old.createdAt)
    .map(({ at, variables, text }) => ({
      ...{ at, text },
      planned: variables.some((variable) => planned.has(variable)),
    }));
}

function missingFrom({ findings }: FleetEntry, of: readonly EntryFinding[]): EntryFinding[] {
  return of.filter(({ ruleId }) => !findings.some((finding) => finding.ruleId === ruleId));
}

function named({ ruleId, title, severity }: EntryFinding): ServerDiff['appeared'][number] {
  return { ruleId, title, severity };
}

function settingsDiff(
  before: ServerRounds['before'],
  after: ServerRounds['after'],
  resolved: ReadonlySet<string>,
): ServerDiff['settings'] {
  const names = new Set([...before.settings.keys(), ...after.settings.keys()]);
  return [...names].sort().flatMap((variable) => {
    if (isOwnOfServer(variable)) return [];
    const [was, is] = [before.settings.get(variable) ?? null, after.settings.get(variable) ?? null];
    if (sameSetting(was, is)) return [];
    const change = before.entry.changes.find((one) => one.variable === variable);
    const planned = change !== undefined && is !== null && sameSetting(change.to, is);
    return [
      {
        variable,
        before: was,
        after: is,
        planned,
        resolved: planned ? change.why.filter((ruleId) => resolved.has(ruleId)) : [],
      },
    ];
  });
}

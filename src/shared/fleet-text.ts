import { shortText } from './base/short-text';
import { formatSetting, formatValue } from './base/units';
import type { DriftGroup, DriftPair, DriftSetting, Fleet, FleetCell, FleetServer, PlanGroup } from './fleet';
import { readableSetting } from './size-variables';

/** The words that the window, reports and the command line share about a fleet. */

/** `12 servers: 3 with a bottleneck, 2 without a snapshot` */
export function fleetSentence({ servers, problems }: Fleet): string {
  const missing = servers.filter(({ snapshot }) => snapshot === null).length;
  const limited = servers.filter(({ headline }) => headline?.kind === 'bottleneck').length;
  const parts = [
    limited === 0 ? 'none with a bottleneck' : `${limited} with a bottleneck`,
    ...(missing === 0 ? [] : [`${missing} without a snapshot`]),
    ...(problems.length === 0
      ? []
      : [`${problems.length} ${problems.length === 1 ? 'file that is' : 'files that are'} not judged`]),
  ];
  return `${servers.length} ${servers.length === 1 ? 'server' : 'servers'}: ${parts.join(', ')}`;
}

/** `1 critical, 3 warnings, 2 notices`; `no findings` */
export function countsText({ counts: { critical, warning, notice } }: Pick<FleetServer, 'counts'>): string {
  const parts = [
    ...(critical > 0 ? [`${critical} critical`] : []),
    ...(warning > 0 ? [`${warning} ${warning === 1 ? 'warning' : 'warnings'}`] : []),
    ...(notice > 0 ? [`${notice} ${notice === 1 ? 'notice' : 'notices'}`] : []),
  ];
  return parts.length === 0 ? 'no findings' : parts.join(', ');
}

/** `role=replica, team=shop`; '' without labels. */
export function labelsText({ labels }: Pick<FleetServer, 'labels'>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/** `62 % of database time` is for a detail; `62 %` for a cell; '' where no share is known. */
export function shareText({ share }: Pick<FleetCell, 'share'>): string {
  return share === null ? '' : formatValue(Math.round(share * 1000) / 10, 'percent');
}

/** `2026-11-21 14:39` of a moment in UTC. */
export function minuteText(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

/** `3 servers without a role`, `Role replica, 12 servers` */
export function groupTitle({ role, servers }: Pick<DriftGroup, 'role' | 'servers'>): string {
  const count = `${servers.length} ${servers.length === 1 ? 'server' : 'servers'}`;
  return role === null ? `No role, ${count}` : `Role ${role}, ${count}`;
}

/** Longer values of lists, such as optimizer_switch, show only what not all servers have. */
const longValue = 60;

/** `200 (default)` */
export function driftValueText(
  { unit, values }: Pick<DriftSetting, 'unit' | 'values'>,
  value: DriftSetting['values'][number],
): string {
  const whole = value.value === '' ? 'empty' : formatSetting(value.shown, unit);
  const shown =
    whole.length > longValue && whole.includes(',')
      ? ownParts(
          value.value,
          values.map((other) => other.value),
        )
      : shortText(whole, 4 * longValue);
  return value.isDefault ? `${shown} (default)` : shown;
}

/** The items of a list that are not in every one of the lists. */
function ownParts(list: string, lists: readonly string[]): string {
  const others = lists.map((other) => new Set(other.split(',')));
  const own = list.split(',').filter((item) => !others.every((other) => other.has(item)));
  return own.length === 0 ? 'nothing more' : `... ${shortText(own.join(','), 4 * longValue)}`;
}

export function pairValueText(
  { unit }: DriftPair['settings'][number],
  value: DriftSetting['values'][number]['shown'],
): string {
  return value === '' ? 'empty' : formatSetting(value, unit);
}

/** `db1, db2, db3 and 37 more` */
export function serversText(servers: readonly string[], most = 6): string {
  const shown = servers.slice(0, most).join(', ');
  return servers.length > most ? `${shown} and ${servers.length - most} more` : shown;
}

/** `innodb_redo_log_capacity=2G (restart)` */
export function groupChangeText({ variable, to, when }: PlanGroup['changes'][number]): string {
  return `${variable}=${readableSetting(variable, to)}${when === 'restart' ? ' (restart)' : ''}`;
}

/** Whether anything differs in a group of servers. */
export function hasDrift({ settings, versions, plugins }: DriftGroup): boolean {
  return settings.length > 0 || versions.length > 0 || plugins.length > 0;
}

import { counted } from '../../shared/base/units';
import type { Drift, Fleet, FleetFinding, FleetServer, PlanGroup } from '../../shared/fleet';
import type { FleetDiff, ServerDiff } from '../../shared/fleet-diff';
import {
  countsText,
  driftValueText,
  fleetSentence,
  groupChangeText,
  groupTitle,
  hasDrift,
  labelsText,
  minuteText,
  pairValueText,
  serversText,
  shareText,
} from '../../shared/fleet-text';
import { fields, type Style, wrap } from './style';

/** What a terminal shows of each list; --json and reports have all of it. */
const mostShown = { servers: 50, findings: 30, settings: 40, groups: 20, problems: 20 };

/** A fleet as a person reads it on a terminal. */
export function fleetText(given: Fleet, style: Style, width: number): string {
  const fleet = fields(given);
  const { servers, findings, drift, groups, problems } = fleet;
  return joined([
    style.strong(wrap(`${fleetSentence(fleet)}.`, width, '')),
    part('Servers', limited(servers, mostShown.servers, serverLine(style, width)), style),
    part('Findings', limited(findings, mostShown.findings, findingLine(fleet, style, width)), style),
    driftText(drift, style, width),
    part('Same plan', limited(groups, mostShown.groups, groupLine(width)), style),
    part(
      'Not judged',
      limited(problems, mostShown.problems, ({ path, error }) =>
        wrap(`${path}: ${error.message}`, width, '  '),
      ),
      style,
    ),
  ]);
}

function serverLine(style: Style, width: number) {
  return (server: FleetServer): string => {
    const { name, snapshot, version, headline, error } = server;
    const labels = labelsText(server);
    const head = `${name}${labels === '' ? '' : ` (${labels})`}`;
    const why = error === undefined ? [] : [wrap(`Last round: ${error.message}`, width, '    ')];
    if (snapshot === null) return [`  ${head}: no snapshot`, ...why].join('\n');
    const partial = snapshot.complete ? '' : ', partial';
    return [
      wrap(
        `${head}: ${version}, ${minuteText(snapshot.createdAt)} UTC${partial}, ${countsText(server)}`,
        width,
        '  ',
      ),
      style.faint(wrap(headline?.text ?? '', width, '    ')),
      ...why,
    ].join('\n');
  };
}

function findingLine({ servers }: Fleet, style: Style, width: number) {
  return ({ severity, title, ruleId, cells }: FleetFinding): string => {
    const on = cells
      .slice(0, 5)
      .map((cell) => [cell.server, shareText(cell)].filter((text) => text !== '').join(' '));
    const more = cells.length > 5 ? ` and ${cells.length - 5} more` : '';
    const since = cells.map((cell) => cell.since).sort()[0] ?? '';
    return [
      `  ${style[severity](severity)}  ${title} (${ruleId})`,
      wrap(
        `on ${cells.length} of ${counted(servers.length, 'server')}: ${on.join(', ')}${more}; since ${minuteText(since)} UTC`,
        width,
        '    ',
      ),
    ].join('\n');
  };
}

function driftText({ baseline, groups, pairs, outside, files }: Drift, style: Style, width: number): string {
  const compared = baseline === null ? '' : `, compared with ${baseline}`;
  const parts = [
    ...groups
      .filter(hasDrift)
      .map((group) => part(`Drift: ${groupTitle(group)}${compared}`, groupDriftLines(group, width), style)),
    ...pairs
      .filter(({ settings, versions }) => settings.length > 0 || versions !== null)
      .map(({ replica, source, settings, versions }) =>
        part(
          `Drift: replica ${replica} of ${source}`,
          [
            ...(versions === null
              ? []
              : [`  version: ${versions.source} on the source, ${versions.replica} on the replica`]),
            ...limited(settings, mostShown.settings, (one) =>
              wrap(
                `${one.variable}: ${pairValueText(one, one.source)} on the source, ${pairValueText(one, one.replica)} on the replica`,
                width,
                '  ',
              ),
            ),
          ],
          style,
        ),
      ),
    ...files.map(({ server, settings }) =>
      part(
        `Drift: ${server} differs from what its next start reads`,
        limited(settings, mostShown.settings, ({ variable, runs, next }) =>
          wrap(
            `${variable}: ${runs} now, ${next === null ? 'set in no file' : `${next} at the next start`}`,
            width,
            '  ',
          ),
        ),
        style,
      ),
    ),
    part(
      'Source not in this fleet',
      outside.map(({ replica, source }) => `  ${replica} replicates from ${source}`),
      style,
    ),
  ];
  return parts.filter((text) => text !== '').join('\n\n');
}

function groupDriftLines({ versions, plugins, settings }: Drift['groups'][number], width: number): string[] {
  return [
    ...versions.map(({ version, servers }) =>
      wrap(`version ${version}: ${serversText(servers)}`, width, '  '),
    ),
    ...plugins.map(({ plugin, values }) =>
      wrap(
        `plugin ${plugin}: ${values.map((one) => `${one.value} on ${serversText(one.servers)}`).join('; ')}`,
        width,
        '  ',
      ),
    ),
    ...limited(settings, mostShown.settings, (setting) =>
      wrap(
        `${setting.variable}: ${setting.values
          .map((one) => `${driftValueText(setting, one)} on ${serversText(one.servers)}`)
          .join('; ')}`,
        width,
        '  ',
      ),
    ),
  ];
}

function groupLine(width: number) {
  return ({ id, servers, kind, changes }: PlanGroup): string =>
    [
      wrap(`${id}: ${counted(servers.length, 'server')}, ${kind}: ${serversText(servers)}`, width, '  '),
      wrap(changes.map(groupChangeText).join(', '), width, '    '),
    ].join('\n');
}

/** What changed since the round before. */
export function fleetDiffText(given: FleetDiff, style: Style, width: number): string {
  const diff = fields(given);
  const { servers, compared, single } = diff;
  const alone = single.length === 0 ? '' : ` Only one snapshot of ${serversText(single)}.`;
  return joined([
    style.strong(`${counted(compared, 'server')} compared, ${servers.length} changed.${alone}`),
    ...servers.map((one) =>
      part(
        `${one.server}, ${minuteText(one.from)} to ${minuteText(one.to)} UTC`,
        diffLines(one, style, width),
        style,
      ),
    ),
  ]);
}

function diffLines(one: ServerDiff, style: Style, width: number): string[] {
  const { headline, appeared, resolved, unknown, settings, effects, version } = one;
  const finding = (word: string, list: ServerDiff['appeared']) =>
    list.map(({ title, severity }) => `  ${word}: ${style[severity](severity)} ${title}`);
  return [
    ...(headline === null ? [] : [wrap(`Now: ${headline.after}`, width, '  ')]),
    ...(version === null ? [] : [`  version: ${version.before} -> ${version.after}`]),
    ...finding('new', appeared),
    ...finding('resolved', resolved),
    ...finding('no longer known', unknown),
    ...settings.map(({ variable, before, after, planned, resolved: gone }) => {
      const brought = gone.length === 0 ? '' : `, resolved ${gone.join(', ')}`;
      return wrap(
        `${variable}: ${before ?? 'none'} -> ${after ?? 'none'}${planned ? `, as planned${brought}` : ''}`,
        width,
        '  ',
      );
    }),
    ...effects.map(({ planned, text }) => wrap(`${planned ? 'Planned: ' : ''}${text}`, width, '  ')),
  ];
}

function limited<T>(list: readonly T[], most: number, line: (one: T) => string): string[] {
  const shown = list.slice(0, most).map(line);
  return list.length > most
    ? [...shown, `  and ${list.length - most} more; --json and reports list all.`]
    : shown;
}

function part(title: string, lines: readonly string[], style: Style): string {
  return lines.length === 0 ? '' : [style.strong(title), ...lines].join('\n');
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((text) => text !== '').join('\n\n')}\n`;
}

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
import { readableSetting } from '../../shared/size-variables';
import { entry, fields, type Style, wrap } from './style';
import { texts } from './texts';

/** What a terminal shows of each list; --json and reports have all of it. */
const mostShown = { servers: 50, findings: 30, settings: 40, versions: 20, groups: 20, problems: 20 };

/** A fleet as a person reads it on a terminal. */
export function fleetText(given: Fleet, style: Style, width: number): string {
  const fleet = fields(given);
  const { servers, findings, drift, groups, problems } = fleet;
  return joined([
    style.strong(wrap(`${fleetSentence(fleet)}.`, width, '')),
    part(texts.servers, limited(servers, mostShown.servers, serverLine(style, width)), style),
    part(texts.findings, limited(findings, mostShown.findings, findingLine(fleet, style, width)), style),
    driftText(drift, style, width),
    part(texts.samePlan, limited(groups, mostShown.groups, groupLine(width)), style),
    part(
      texts.notJudged,
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
    const why = error === undefined ? [] : [wrap(texts.lastRound(error.message), width, '    ')];
    if (snapshot === null) return [texts.noSnapshot(head), ...why].join('\n');
    const partial = snapshot.complete ? '' : ', partial';
    return [
      wrap(
        texts.utc(head, version, minuteText(snapshot.createdAt), partial, countsText(server)),
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
    const more = cells.length > 5 ? texts.andMore2(cells.length - 5) : '';
    const since = cells.map((cell) => cell.since).sort()[0] ?? '';
    return [
      `  ${style[severity](severity)}  ${title} (${ruleId})`,
      wrap(
        texts.onOfSinceUtc(
          cells.length,
          counted(servers.length, 'server'),
          on.join(', '),
          more,
          minuteText(since),
        ),
        width,
        '    ',
      ),
    ].join('\n');
  };
}

function driftText({ baseline, groups, pairs, outside, files }: Drift, style: Style, width: number): string {
  const compared = baseline === null ? '' : texts.comparedWith(baseline);
  const parts = [
    ...groups
      .filter(hasDrift)
      .map((group) => part(texts.drift(groupTitle(group), compared), groupDriftLines(group, width), style)),
    ...pairs
      .filter(({ settings, versions }) => settings.length > 0 || versions !== null)
      .map(({ replica, source, settings, versions }) =>
        part(
          texts.driftReplicaOf(replica, source),
          [
            ...(versions === null ? [] : [texts.versionOnTheSourceOn(versions.source, versions.replica)]),
            ...limited(settings, mostShown.settings, (one) =>
              entry(
                texts.onTheSourceOnThe(
                  one.variable,
                  pairValueText(one, one.source),
                  pairValueText(one, one.replica),
                ),
                width,
              ),
            ),
          ],
          style,
        ),
      ),
    ...files.map(({ server, settings }) =>
      part(
        texts.driftDiffersFromWhatIts(server),
        limited(settings, mostShown.settings, ({ variable, runs, next }) =>
          entry(
            texts.now2(
              variable,
              readableSetting(variable, runs),
              next === null ? texts.setInNoFile : texts.atTheNextStart(readableSetting(variable, next)),
            ),
            width,
          ),
        ),
        style,
      ),
    ),
    part(
      texts.sourceNotInThisFleet,
      outside.map(({ replica, source }) => texts.replicatesFrom(replica, source)),
      style,
    ),
  ];
  return parts.filter((text) => text !== '').join('\n\n');
}

function groupDriftLines({ versions, plugins, settings }: Drift['groups'][number], width: number): string[] {
  return [
    ...limited(versions, mostShown.versions, ({ version, servers }) =>
      entry(texts.version(version, serversText(servers)), width),
    ),
    ...plugins.map(({ plugin, values }) =>
      entry(
        texts.plugin(plugin, values.map((one) => `${one.value} on ${serversText(one.servers)}`).join('; ')),
        width,
      ),
    ),
    ...limited(settings, mostShown.settings, (setting) =>
      entry(
        `${setting.variable}: ${setting.values
          .map((one) => `${driftValueText(setting, one)} on ${serversText(one.servers)}`)
          .join('; ')}`,
        width,
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
  const alone = single.length === 0 ? '' : texts.onlyOneSnapshotOf(serversText(single));
  return joined([
    style.strong(texts.comparedChanged(counted(compared, 'server'), servers.length, alone)),
    ...servers.map((one) =>
      part(
        texts.toUtc(one.server, minuteText(one.from), minuteText(one.to)),
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
    ...(headline === null ? [] : [wrap(texts.now3(headline.after), width, '  ')]),
    ...(version === null ? [] : [`  version: ${version.before} -> ${version.after}`]),
    ...finding('new', appeared),
    ...finding('resolved', resolved),
    ...finding(texts.noLongerKnown2, unknown),
    ...settings.map(({ variable, before, after, planned, resolved: gone }) => {
      const brought = gone.length === 0 ? '' : texts.resolved(gone.join(', '));
      return entry(
        `${variable}: ${shown(variable, before)} -> ${shown(variable, after)}${planned ? texts.asPlanned(brought) : ''}`,
        width,
      );
    }),
    ...effects.map(({ planned, text }) => entry(`${planned ? texts.planned : ''}${text}`, width)),
  ];
}

function shown(variable: string, value: string | null): string {
  return value === null ? 'none' : readableSetting(variable, value);
}

function limited<T>(list: readonly T[], most: number, line: (one: T) => string): string[] {
  const shown = list.slice(0, most).map(line);
  return list.length > most ? [...shown, texts.andMoreJsonAndReports(list.length - most)] : shown;
}

function part(title: string, lines: readonly string[], style: Style): string {
  return lines.length === 0 ? '' : [style.strong(title), ...lines].join('\n');
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((text) => text !== '').join('\n\n')}\n`;
}

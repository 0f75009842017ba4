import { counted } from '../../shared/base/units';
import type { Drift, Fleet } from '../../shared/fleet';
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
import {
  code,
  list,
  type Markdown,
  markdown,
  markdownBlocks,
  plain,
  prose,
  table,
} from '../../shared/writers/markdown';
import { texts } from './texts.ts';

/** The whole fleet as Markdown. Names of servers and values are texts of others, and become no markup. */
export function renderFleetMarkdown(fleet: Fleet): string {
  const { servers, findings, drift, groups, problems, madeAt } = fleet;
  const blocks = [
    markdown`# Latchkey fleet report`,
    markdown`**${plain(fleetSentence(fleet))}.** Made ${plain(minuteText(madeAt))} UTC.`,
    markdown`## Servers (${servers.length})`,
    table(
      [texts.server, texts.labels, texts.version, texts.snapshotUtc, texts.findings, texts.headline],
      servers.map((server) => [
        plain(server.name),
        plain(labelsText(server)),
        plain(server.version),
        plain(server.snapshot === null ? 'none' : minuteText(server.snapshot.createdAt)),
        plain(server.snapshot === null ? (server.error?.message ?? '') : countsText(server)),
        prose(server.headline?.text ?? ''),
      ]),
    ),
    markdown`## Findings (${findings.length})`,
    findings.length === 0
      ? markdown`None.`
      : table(
          [texts.severity, texts.finding, texts.servers2, texts.sinceUtc],
          findings.map(({ severity, title, cells }) => [
            plain(severity),
            prose(title),
            plain(cells.map((cell) => `${cell.server} ${shareText(cell)}`.trim()).join(', ')),
            plain(minuteText(cells.map(({ since }) => since).sort()[0] ?? '')),
          ]),
        ),
    markdown`## Drift`,
    ...driftBlocks(drift),
    markdown`## Same plan (${groups.length})`,
    ...(groups.length === 0
      ? [markdown`No change is proposed.`]
      : groups.map(({ id, kind, servers: members, changes }) =>
          list([
            markdown`${code(id)}, ${plain(kind)}, ${members.length} of ${plain(counted(servers.length, 'server'))}: ${plain(members.join(', '))}`,
            ...changes.map((change) => code(groupChangeText(change))),
          ]),
        )),
    ...(problems.length === 0
      ? []
      : [
          markdown`## Not judged (${problems.length})`,
          list(problems.map(({ path, error }) => markdown`${code(path)}: ${plain(error.message)}`)),
        ]),
  ];
  return `${markdownBlocks(blocks).text}\n`;
}

function driftBlocks({ baseline, groups, pairs, outside, files }: Drift): Markdown[] {
  const blocks = [
    ...(baseline === null ? [] : [markdown`Compared with ${plain(baseline)}.`]),
    ...groups
      .filter(hasDrift)
      .flatMap((group) => [
        markdown`### ${plain(groupTitle(group))}`,
        table(
          [texts.what, texts.values],
          [
            ...group.versions.map(({ version, servers }) => [
              markdown`version`,
              plain(`${version}: ${serversText(servers, 20)}`),
            ]),
            ...group.plugins.map(({ plugin, values }) => [
              markdown`plugin ${plain(plugin)}`,
              plain(values.map(({ value, servers }) => `${value} on ${serversText(servers, 20)}`).join('; ')),
            ]),
            ...group.settings.map((setting) => [
              code(setting.variable),
              plain(
                setting.values
                  .map((one) => `${driftValueText(setting, one)} on ${serversText(one.servers, 20)}`)
                  .join('; '),
              ),
            ]),
          ],
        ),
      ]),
    ...pairs
      .filter(({ settings, versions }) => settings.length > 0 || versions !== null)
      .flatMap(({ replica, source, settings, versions }) => [
        markdown`### Replica ${plain(replica)} of ${plain(source)}`,
        table(
          [texts.what, texts.source, texts.replica],
          [
            ...(versions === null
              ? []
              : [[markdown`version`, plain(versions.source), plain(versions.replica)]]),
            ...settings.map((one) => [
              code(one.variable),
              plain(pairValueText(one, one.source)),
              plain(pairValueText(one, one.replica)),
            ]),
          ],
        ),
      ]),
    ...files.flatMap(({ server, settings }) => [
      markdown`### ${plain(server)}: a different value at the next start`,
      table(
        [texts.variable, texts.runs, texts.nextStart],
        settings.map(({ variable, runs, next }) => [
          code(variable),
          plain(readableSetting(variable, runs)),
          plain(next === null ? texts.setInNoFile : readableSetting(variable, next)),
        ]),
      ),
    ]),
    ...(outside.length === 0
      ? []
      : [
          markdown`### Source not in this fleet`,
          list(outside.map(({ replica, source }) => plain(texts.replicatesFrom(replica, source)))),
        ]),
  ];
  return blocks.length === 0 ? [markdown`Nothing differs.`] : blocks;
}

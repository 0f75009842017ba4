import { extname, join, resolve } from 'node:path';
import { outputRefusal, presentVariables, renderPlan } from '../../analysis';
import { makeFolder } from '../../files/make-folder';
import { writeTextFile } from '../../files/options/option-files';
import { readSnapshot } from '../../files/snapshot/snapshot-file';
import { LatchkeyError } from '../../shared/base/error';
import type { PlanGroup } from '../../shared/fleet';
import { noChoices, type PlanFormat } from '../../shared/plan';
import type { Reader } from '../../shared/window/window-words';
import { fileName } from '../../shared/writers/file-name';
import { type PlanContext, planOf } from '../base/plan-of';
import type { Snapshots } from '../snapshots/snapshots';
import type { ReadFleet } from './fleet-reader';
import { texts } from './texts';

interface Saving {
  format: PlanFormat;
  group: string | undefined;
  folder: string;
}

/** Formats that are the same for every server of a group; the others hold values or a rollback of one server. */
const ofGroups: ReadonlySet<PlanFormat> = new Set(['ansible', 'rds-json', 'aws', 'gcloud', 'az']);

/** Writes the plans of groups. @returns the files, and what is odd about each plan, once */
export async function savePlans(
  services: PlanContext & { reader: Reader; snapshots: Pick<Snapshots, 'analyze'> },
  { fleet }: ReadFleet,
  { format, group: wanted, folder }: Saving,
): Promise<{ files: string[]; remarks: string[] }> {
  const groups = fleet.groups.filter(({ id }) => wanted === undefined || id === wanted);
  if (groups.length === 0) {
    throw new LatchkeyError(
      'not-found',
      wanted === undefined ? texts.noChangeIsProposedFor : texts.thereIsNoGroup(wanted),
      {
        hint: texts.latchkeyFleetAnalyzeListsThe(
          wanted === undefined ? '' : `: ${fleet.groups.map(({ id }) => id).join(', ')}`,
        ),
      },
    );
  }
  const target = resolve(folder);
  makeFolder(target);
  const files: string[] = [];
  const remarks = new Set<string>();
  const save = async (server: string, name: string) => {
    const path = fleet.servers.find((one) => one.name === server)?.snapshot?.path;
    if (path === undefined) return;
    const made = await planText(services, path, format);
    for (const remark of made.remarks) remarks.add(remark);
    const file = join(target, fileName(name, extname(made.fileName).slice(1)));
    await writeTextFile(file, made.text);
    files.push(file);
  };
  for (const { id, servers } of groups) {
    const [first] = servers;
    if (first !== undefined && ofGroups.has(format)) await save(first, id);
    else for (const server of servers) await save(server, server);
  }
  if (format === 'ansible') files.push(await saveHosts(target, groups));
  return { files, remarks: [...remarks] };
}

async function planText(
  services: PlanContext & { reader: Reader; snapshots: Pick<Snapshots, 'analyze'> },
  path: string,
  format: PlanFormat,
) {
  const snapshot = await readSnapshot(path);
  const refusal = outputRefusal(format, snapshot.server);
  if (refusal !== null) throw new LatchkeyError('usage', refusal, { hint: texts.toUseFormatCnfAnOption });
  const analysis = await services.snapshots.analyze(snapshot, path);
  const plan = await planOf(services, snapshot, analysis, noChoices);
  return renderPlan(plan, analysis, format, null, {
    present: presentVariables(snapshot),
    origin: { target: snapshot.origin.target, createdAt: snapshot.createdAt },
    reader: services.reader,
  });
}

/** Which servers each file of variables is for: a group of Ansible each, with the names that the fleet has. */
async function saveHosts(folder: string, groups: readonly PlanGroup[]): Promise<string> {
  const file = join(folder, 'hosts.ini');
  const lines = groups.flatMap(({ id, servers }) => [
    `[${id.replaceAll('-', '_')}]`,
    ...servers.map((one) => fileName(one, '')),
    '',
  ]);
  await writeTextFile(file, lines.join('\n'));
  return file;
}

import { commentLines } from './change-text';
import { proceeding } from './proceeding';
import { outputRefusal } from './refusal';
import type { RenderContext } from './render-context';
import { serverTitle } from './server-title';
import { type ServiceParameter, serviceParameters, serviceRemarks } from './service-parameters';
import { shellWord } from './shell';

/** The gcloud command that sets the plan's flags of a Cloud SQL instance, as a shell script. */
export function renderGcloud(context: RenderContext): string {
  const { snapshot } = context.analysis;
  const title = `# ${context.undo ? 'Undo of the ' : ''}Latchkey plan for ${serverTitle(snapshot.server)}, from snapshot ${snapshot.id}.`;
  const refusal = outputRefusal('gcloud', snapshot.server);
  if (refusal !== null) return [title, ...commentLines(refusal), ''].join('\n');
  const service = serviceParameters(context, 'cloudsql');
  const { parameters } = service;
  const lines = [
    title,
    ...commentLines(
      'ATTENTION: --database-flags replaces the whole list; every flag that is not in it goes back to its default. Add the flags that the instance has already; they are printed by: gcloud sql instances describe INSTANCE --format="value(settings.databaseFlags)"',
    ),
    ...proceeding('gcloud', context).flatMap((step, index) => commentLines(`${index + 1}. ${step}`)),
    ...commentLines('Cloud SQL restarts the instance by itself where a flag needs it; gcloud asks before.'),
    ...serviceRemarks(service).flatMap((remark) => commentLines(remark)),
    ...(parameters.length === 0
      ? ['# No change is proposed.']
      : [
          'set -e',
          'INSTANCE=your-instance',
          '',
          'gcloud sql instances patch "$INSTANCE" \\',
          `  --database-flags=${shellWord(flagList(parameters))}`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** `name=value,...`; with another separator in front, as `gcloud topic escaping` has it, where a value has a comma. */
export function flagList(parameters: readonly Pick<ServiceParameter, 'name' | 'value'>[]): string {
  const pairs = parameters.map(({ name, value }) => `${name}=${value}`);
  const separator = [',', ';', '|', '#', '~', '@@', '%%'].find((one) =>
    pairs.every((pair) => !pair.includes(one)),
  );
  if (separator === undefined) throw new Error('every separator of a flag list is in a value');
  return separator === ',' ? pairs.join(',') : `^${separator}^${pairs.join(separator)}`;
}

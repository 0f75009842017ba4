import { commentLines } from './change-text';
import { proceeding } from './proceeding';
import { outputRefusal } from './refusal';
import type { RenderContext } from './render-context';
import { serverTitle } from './server-title';
import { serviceParameters, serviceRemarks } from './service-parameters';
import { shellWord } from './shell';

/** The az commands that set the plan's parameters of an Azure Database for MySQL flexible server, as a shell script. */
export function renderAz(context: RenderContext): string {
  const { snapshot } = context.analysis;
  const title = `# ${context.undo ? 'Undo of the ' : ''}Latchkey plan for ${serverTitle(snapshot.server)}, from snapshot ${snapshot.id}.`;
  const refusal = outputRefusal('az', snapshot.server);
  if (refusal !== null) return [title, ...commentLines(refusal), ''].join('\n');
  const service = serviceParameters(context, 'azure');
  const { parameters } = service;
  const needsRestart = parameters.some(({ when }) => when === 'restart');
  const lines = [
    title,
    ...proceeding('az', context).flatMap((step, index) => commentLines(`${index + 1}. ${step}`)),
    ...serviceRemarks(service).flatMap((remark) => commentLines(remark)),
    ...(parameters.length === 0
      ? ['# No change is proposed.']
      : ['set -e', 'RESOURCE_GROUP=your-resource-group', 'SERVER=your-server', '']),
    ...parameters.map(
      ({ name, value }) =>
        `az mysql flexible-server parameter set --resource-group "$RESOURCE_GROUP" --server-name "$SERVER" --name ${name} --value ${shellWord(value)}`,
    ),
    ...(needsRestart
      ? [
          '# When it suits, for what needs a restart:',
          '# az mysql flexible-server restart --resource-group "$RESOURCE_GROUP" --name "$SERVER"',
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

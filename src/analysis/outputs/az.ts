import { type Shell, shell, shellComment, shellFile, shellWord } from '../../shared/writers/shell';
import { proofTexts } from './change-text';
import { leftOutTexts } from './left-out';
import { outputRefusal } from './refusal';
import { planTitle, type RenderContext } from './render-context';
import { rolloutSteps } from './rollout-steps';
import { serviceParameters, serviceRemarks } from './service-parameters';

/** The az commands that set the plan's parameters of an Azure Database for MySQL flexible server, as a shell script. */
export function renderAz(context: RenderContext): Shell {
  const { snapshot } = context.analysis;
  const title = [
    ...shellComment(`${planTitle(context)}.`),
    ...shellComment('For a POSIX shell: bash, zsh, Cloud Shell, WSL. PowerShell and cmd quote differently.'),
  ];
  const refusal = outputRefusal('az', snapshot.server);
  if (refusal !== null) return shellFile([...title, ...shellComment(refusal)]);
  const service = serviceParameters(context, 'azure');
  const { parameters } = service;
  const needsRestart = parameters.some(({ when }) => when === 'restart');
  const lines = [
    ...title,
    ...rolloutSteps('az', context).flatMap((step, index) => shellComment(`${index + 1}. ${step}`)),
    ...[...leftOutTexts(context), ...serviceRemarks(service), ...proofTexts(context.plan)].flatMap(
      shellComment,
    ),
    ...(parameters.length === 0
      ? [shell`# No change is proposed.`]
      : [shell`set -e`, shell`RESOURCE_GROUP=your-resource-group`, shell`SERVER=your-server`, shell``]),
    ...parameters.map(
      ({ name, value }) =>
        shell`az mysql flexible-server parameter set --resource-group "$RESOURCE_GROUP" --server-name "$SERVER" --name ${shellWord(name)} --value ${shellWord(value)}`,
    ),
    ...(needsRestart
      ? [
          shell`# When it suits, for what needs a restart:`,
          shell`# az mysql flexible-server restart --resource-group "$RESOURCE_GROUP" --name "$SERVER"`,
        ]
      : []),
  ];
  return shellFile(lines);
}

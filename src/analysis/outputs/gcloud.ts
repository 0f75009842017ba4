import { type Shell, shell, shellComment, shellFile, shellWord } from '../../shared/writers/shell';
import { proofTexts } from './change-text';
import { leftOutTexts } from './left-out';
import { outputRefusal } from './refusal';
import { planTitle, type RenderContext } from './render-context';
import { rolloutSteps } from './rollout-steps';
import { type ServiceParameter, serviceParameters, serviceRemarks } from './service-parameters';

/** The gcloud command that sets the plan's flags of a Cloud SQL instance, as a shell script. */
export function renderGcloud(context: RenderContext): Shell {
  const { snapshot } = context.analysis;
  const title = [
    ...shellComment(`${planTitle(context)}.`),
    ...shellComment('For a POSIX shell: bash, zsh, Cloud Shell, WSL. PowerShell and cmd quote differently.'),
  ];
  const refusal = outputRefusal('gcloud', snapshot.server);
  if (refusal !== null) return shellFile([...title, ...shellComment(refusal)]);
  const service = serviceParameters(context, 'cloudsql');
  const { parameters } = service;
  const lines = [
    ...title,
    ...shellComment(
      'ATTENTION: --database-flags replaces the whole list; every flag not in it is reset to its default. Add the flags that the instance already has; print them with: gcloud sql instances describe INSTANCE --format="value(settings.databaseFlags)"',
    ),
    ...rolloutSteps('gcloud', context).flatMap((step, index) => shellComment(`${index + 1}. ${step}`)),
    ...shellComment('Cloud SQL restarts the instance by itself if a flag needs it; gcloud asks first.'),
    ...[...leftOutTexts(context), ...serviceRemarks(service), ...proofTexts(context.plan)].flatMap(
      shellComment,
    ),
    ...(parameters.length === 0
      ? [shell`# No change is proposed.`]
      : [
          shell`set -e`,
          shell`INSTANCE=your-instance`,
          shell``,
          shell`gcloud sql instances patch "$INSTANCE" \\`,
          shell`  --database-flags=${shellWord(flagList(parameters))}`,
        ]),
  ];
  return shellFile(lines);
}

/** `name=value,...`; with another separator in front, as `gcloud topic escaping` has it, where a value has a comma. */
export function flagList(parameters: readonly Pick<ServiceParameter, 'name' | 'value'>[]): string {
  const pairs = parameters.map(({ name, value }) => `${name}=${value}`);
  const isFree = (one: string) => pairs.every((pair) => !pair.includes(one));
  let separator = [',', ';', '|', '#', '~', '@@', '%%'].find(isFree);
  for (let number = 1; separator === undefined; number++) {
    if (isFree(`%${number}%`)) separator = `%${number}%`;
  }
  return separator === ',' ? pairs.join(',') : `^${separator}^${pairs.join(separator)}`;
}

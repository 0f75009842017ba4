import type { Kind, Step } from '../new/kind.ts';
import { kinds } from '../new/kinds/index.ts';

const doing: Record<Step['does'], string> = {
  create: 'new',
  edit: 'edited',
  generate: 'by `npm run docs`',
  'by hand': 'by hand',
};

/** How each kind of thing is added: its files in their order, and what they cannot say. */
export function addingReference(): string {
  return kinds.map(addingText).join('\n\n');
}

function addingText(kind: Kind): string {
  const { id, title, groups, generated, steps, remarks, tests } = kind;
  const command = `\`npm run new -- ${id} ${groups === undefined ? 'NAME' : 'GROUP/NAME'}\``;
  const intro = generated
    ? `${command} makes and edits these files, so that its checks pass at once but for what is left to you (by hand); then they are made yours.${groups === undefined ? '' : ` GROUP is one of ${groups.join(', ')}.`}`
    : 'By hand, as each file needs what only its author knows.';
  return [
    `### Adding ${title}`,
    intro,
    steps
      .map(({ path, does, what }, index) => `${index + 1}. \`${path}\` (${doing[does]}): ${what}.`)
      .join('\n'),
    remarks.map((remark) => `- ${remark}`).join('\n'),
    `Tests: ${tests.map((test) => `\`npx vitest run ${test}\``).join(', ')}.`,
  ].join('\n\n');
}

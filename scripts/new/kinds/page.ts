import { append } from '../edits.ts';
import type { Kind, Names } from '../kind.ts';

export const pageKind: Kind = {
  id: 'page',
  title: 'a page of the window',
  generated: true,
  steps: [
    {
      path: 'src/shared/window/pages.ts',
      does: 'edit',
      what: 'what it is given in `PageArguments`, and title and icon in `mainPages` (sidebar, menu, Ctrl and a digit) or the page that it belongs to in `innerPages`',
      edit: (text, { id }) =>
        append(
          append(text, 'interface PageArguments {', `  '${id}': object;`),
          'const innerPages = {',
          `  '${id}': 'settings',`,
        ),
    },
    {
      path: 'src/renderer/pages/<id>/index.tsx',
      does: 'create',
      what: 'the page, and `page` as the table of pages finds it',
      write: pageText,
    },
    {
      path: 'src/renderer/pages/<id>/texts.ts',
      does: 'create',
      what: 'every text that the page shows; `npm run check` refuses one that stands elsewhere',
      write: ({ title }) => `/** What the page shows; parameters are what is filled in. */
export const texts = {
  heading: '${title}',
};
`,
    },
    {
      path: 'src/renderer/renders.test.tsx',
      does: 'edit',
      what: 'in `routes`, how one goes there: each page is rendered, and must not render again with every progress report',
      edit: (text, { id }) => append(text, 'const routes = {', `  '${id}': { page: '${id}' },`),
    },
    {
      path: 'e2e/states.spec.ts',
      does: 'by hand',
      what: 'for a page of the sidebar: its states without a snapshot, with a partial one and with errors',
    },
    {
      path: 'docs/window.md',
      does: 'edit',
      what: 'what it is for; the picture is made by `npm run screenshots` (`scripts/screenshots.ts`)',
      edit: (text, { title }) => `${text.trimEnd()}\n\n## ${title}\n\nWhat the page is for.\n`,
    },
  ],
  remarks: [
    'Data comes by `useCall`, jobs by `useJob`; what a page shares with others is a store of `src/renderer/state`.',
    '`usePageState` says when the page is ready: tests and screenshots wait for it.',
    'A style of its own is a file of `src/renderer/styles`.',
  ],
  tests: ['src/renderer'],
};

function pageText({ id, pascal }: Names): string {
  return `import { definePage } from '../../page';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('${id}', ${pascal}Page);

/** What the page is for. */
function ${pascal}Page() {
  usePageState('${id}', 'ready');
  return (
    <div className="page">
      <h1>{texts.heading}</h1>
    </div>
  );
}
`;
}

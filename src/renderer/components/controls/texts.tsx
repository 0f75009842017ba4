import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  copy: 'Copy',
  copied: 'Copied',
  filter: (name: string) => `Filter ${name}`,
  filterRows: 'Filter rows',
  copyAsCsv: 'Copy as CSV',
  copyAsMarkdown: 'Copy as Markdown',
  rowsOf: (name: string) => `Rows of ${name}`,
  show: (span: ReactNode) => <>Show{span}</>,
  browse: (span: ReactNode) => <>Browse{span}</>,
  forWord: (label: string) => `for ${label}`,
  slider: (label: string) => `${label}, slider`,
  exportWord: (span: ReactNode) => <>Export{span}</>,
  deleteWord: (span: ReactNode) => <>Delete{span}</>,
};

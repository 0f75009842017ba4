import { type ColumnUnit, sectionContract } from '../../evidence/sections';

const unitTexts: Readonly<Record<ColumnUnit, string>> = {
  none: '',
  count: '',
  bytes: 'bytes',
  pages: 'pages',
  picoseconds: 'ps',
  seconds: 's',
  percent: '%',
  'by-row': '',
};

/** What the Explorer shows of a section's contract: its title, and which columns are numbers of which unit. */
export function shownContract(section: string): {
  title: string | null;
  columns: Record<string, { numeric: boolean; unit: string }>;
} {
  const contract = sectionContract(section);
  const columns = Object.entries(contract?.columns ?? {}).map(([name, { type, unit }]) => [
    name,
    { numeric: type === 'integer' || type === 'real', unit: unitTexts[unit] },
  ]);
  return { title: contract?.title ?? null, columns: Object.fromEntries(columns) };
}

import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  findings: 'Findings',
  findings2: (numberOfFindings: number) => `Findings (${numberOfFindings})`,
  searchFindings: 'Search findings',
  search: 'Search ( / )',
  severity: 'Severity',
  allSeverities: 'All severities',
  area: 'Area',
  allAreas: 'All areas',
  noRuleFoundAnythingTo: 'No rule found anything to report.',
  noFindingFitsTheSearch: 'No finding fits the search.',
  unmute: (span: ReactNode) => <>Unmute{span}</>,
};

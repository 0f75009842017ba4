import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  numbersOf: (title: string) => `Numbers of ${title}`,
  second: 'Second',
  numbers: (span: ReactNode) => <>Numbers{span}</>,
  of: (title: string) => `of ${title}`,
  lineLowestToHighestTest: 'Line: lowest to highest test. Dot: average. Diamond: median.',
  group: 'Group',
  tests: 'Tests',
  lowest: 'Lowest',
  highest: 'Highest',
  average: 'Average',
  median: 'Median',
  lowestHighestAverageMedian: (label: string, min: string, max: string, average: string, median: string) =>
    `${label}: lowest ${min}, highest ${max}, average ${average}, median ${median}.`,
  saveAs: (title: string) => `Save ${title} as`,
};

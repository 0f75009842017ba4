import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  readingTheRules: 'Reading the rules',
  rules: 'Rules',
  aRuleIsAFile: (span: ReactNode) => (
    <>
      A rule is a file: what it asks of a snapshot, what it advises, and why. Your own rules are in {span} and
      are read at each start; a check reads them again.
    </>
  ),
  checkAllRules: 'Check all rules',
  areTheyValidAndDo: 'Checks their syntax and runs their examples.',
  checkingTheRules: 'Checking the rules',
  searchRules: 'Search rules',
  search: 'Search',
  severity: 'Severity',
  allSeverities: 'All severities',
  tableOfRules: 'Table of rules',
  rule: 'Rule',
  area: 'Area',
  name: 'Name',
  validAndAllExamplesHold: (ruleCount: string) => `${ruleCount}: valid, and all examples hold.`,
  example: (path: string, example: string, problem: string) => `${path}: example “${example}” ${problem}`,
};

import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  evidence: 'Evidence',
  formula: 'Formula',
  measure: 'Measure',
  value: 'Value',
  threshold: 'Threshold',
  sourceAndThreshold: 'Source and threshold',
  impact: (basis: string, text: string) => `Impact, ${basis}: ${text}`,
  inTheHistory: (text: string) => `In the history: ${text}.`,
  followsFrom: (ruleId: string, text: string) => `Follows from ${ruleId}: ${text}`,
  confidence: (strong: ReactNode, reason: string) => (
    <>
      Confidence: {strong}. {reason}
    </>
  ),
  whatItMeans: 'What it means',
  change: 'Change',
  toDo: 'To do',
  whenThisAdviceIsWrong: 'When this advice is wrong',
  sources: 'Sources',
  severity: 'Severity',
  finding: 'Finding',
  area: 'Area',
  confidence2: 'Confidence',
  remarks: 'Remarks',
  beforeTheWindow: 'Before the window',
  whatBringsAbout: (title: string) => `Consequences of ${title}`,
  confidence3: 'Confidence:',
  bottleneck: 'Bottleneck',
  worthChangingFirst: 'Worth changing first',
  healthy: 'Healthy',
  idle: 'Idle',
  cannotTell: 'Cannot tell',
  noBottleneckFound: 'No bottleneck found',
  history: 'History',
  critical: 'Critical',
  warning: 'Warning',
  notice: 'Notice',
};

/** Components that show analyses and plans, in the window and in reports. None touches a document while it renders. */
export { adviceDiff } from './change-snippet';
export { DiffView } from './diff-view';
export { FindingDetail } from './finding-detail';
export { confidenceText, FindingsList } from './findings-list';
export { Headline, splitHeadline } from './headline';
export { Markdown } from './markdown';
export { MemoryBar } from './memory-bar';
export { NotCheckedList } from './not-checked-list';
export { PlanRemarks } from './plan-remarks';
export { PlanTable } from './plan-table';
export { type Point, summarise } from './series';
export { advisedUnits, settingLabel, settingText } from './setting-text';
export { SeverityMark } from './severity-mark';
export { Sparkline } from './sparkline';
export { type StatementRow, topStatements } from './statements';
export { StatementsTable } from './statements-table';
export {
  type ChartLine,
  type DrawTimeChart,
  TimeChart,
  type TimeChartData,
} from './time-chart';
export { readVitalSigns, type VitalSign, vitalSeries } from './vital-signs';
export { topWaits, type WaitRow } from './waits';
export { WaitsTable } from './waits-table';

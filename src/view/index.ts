/** Components that show analyses and plans, in the window and in reports. None touches a document while it renders. */
export { adviceDiff } from './change-snippet';
export type { ChartLine, ChartMark, TimeChartData, TimeRange } from './chart-data';
export { type ChartLink, createChartLink } from './chart-link';
export { clampRange, panRange, zoomRange } from './chart-range';
export { DiffView } from './diff-view';
export { estimatesOf, gridOf } from './estimate-data';
export { FindingDetail } from './finding-detail';
export { confidenceText, FindingsList } from './findings-list';
export { Headline, splitHeadline } from './headline';
export { Markdown } from './markdown';
export { MemoryBar, memoryNumbers } from './memory-bar';
export { NotCheckedList } from './not-checked-list';
export { PlanRemarks } from './plan-remarks';
export { PlanTable } from './plan-table';
export { PoolDrawing, poolNumbers } from './pool-drawing';
export { probeMeaning } from './probe-meaning';
export { drawnPoints, drawnUnit, type Point, sampleTime } from './series';
export { loadLines, sampledLoadLines, sessionNames, topObjects } from './session-load';
export { advisedUnits, settingLabel, settingText } from './setting-text';
export { SeverityMark } from './severity-mark';
export { Sparkline } from './sparkline';
export { type StatementRow, topStatements } from './statements';
export { StatementsTable } from './statements-table';
export { momentText } from './time-axis';
export { TimeChart } from './time-chart';
export {
  drawnVitalSigns,
  readVitalSigns,
  type VitalReading,
  vitalSeries,
  vitalSigns,
} from './vital-signs';
export { topWaits, type WaitRow } from './waits';
export { WaitsTable } from './waits-table';
export { inWindowWords } from './window-words';

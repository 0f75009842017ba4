/** Components that show analyses and plans, in the window and in reports. None touches a document while it renders. */

export { Markdown } from './base/markdown';
export { unbroken } from './base/unbroken';
export { estimatesOf, gridOf } from './charts/estimates/estimate-data';
export type { ChartLine, ChartMark, TimeChartData, TimeRange } from './charts/time/chart-data';
export { type ChartLink, createChartLink } from './charts/time/chart-link';
export { clampRange, panRange, zoomRange } from './charts/time/chart-range';
export { drawnPoints, drawnUnit, type Point, sampleTime } from './charts/time/series';
export { Sparkline } from './charts/time/sparkline';
export { momentText } from './charts/time/time-axis';
export { TimeChart } from './charts/time/time-chart';
export { FindingDetail } from './findings/finding-detail';
export { confidenceText, FindingsList } from './findings/findings-list';
export { Headline, /** @internal */ headlineKind, /** @internal */ splitHeadline } from './findings/headline';
export { HistoryList } from './findings/history-list';
export { NotCheckedList } from './findings/not-checked-list';
export { SeverityMark } from './findings/severity-mark';
export { FleetChanges } from './fleet/fleet-changes';
export { FleetDrift } from './fleet/fleet-drift';
export { FleetMatrix } from './fleet/fleet-matrix';
export { FleetProblems, FleetServers } from './fleet/fleet-servers';
export { PlanGroups } from './fleet/plan-groups';
export { /** @internal */ adviceDiff } from './plan/change-snippet';
export { DiffView } from './plan/diff-view';
export { MemoryBar, memoryNumbers } from './plan/memory-bar';
export { PlanRemarks } from './plan/plan-remarks';
export { PlanTable } from './plan/plan-table';
export { PoolDrawing, poolNumbers } from './plan/pool-drawing';
export { advisedUnits, settingLabel, settingText, unitIn } from './plan/setting-text';
export { SettingValue } from './plan/setting-value';
export { probeMeaning } from './probe/probe-meaning';
export { EffectTable, SummaryView } from './summary';
export { loadLines, sampledLoadLines, sessionNames, topObjects } from './workload/session-load';
export {
  figureClass,
  StatementDetail,
  StatementMarks,
  TopSqlTable,
  type TopSqlTableColumnId,
  topSqlTableColumns,
} from './workload/top-sql';
export {
  drawnVitalSigns,
  readVitalSigns,
  signsOfArea,
  type VitalReading,
  vitalSeries,
  vitalSigns,
} from './workload/vital-signs';
export { sessionsText, topWaits, type WaitRow } from './workload/waits';
export { WaitsTable } from './workload/waits-table';

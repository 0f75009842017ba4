import { BufferPoolPage } from './pages/buffer-pool';
import { ComparePage } from './pages/compare';
import { ConnectPage } from './pages/connect';
import { DiagnosisPage } from './pages/diagnosis';
import { ExplorerPage } from './pages/explorer';
import { FindingPage } from './pages/finding';
import { HistoryPage } from './pages/history';
import { ImportPage } from './pages/import';
import { PlanPage } from './pages/plan';
import { ProbesPage } from './pages/probes';
import { ProbePage } from './pages/probes/probe';
import { ProbeResultPage } from './pages/probes/result';
import { RulePage } from './pages/rule';
import { RulesPage } from './pages/rules';
import { SettingsPage } from './pages/settings';
import { TakeSnapshotPage } from './pages/take-snapshot';
import { TimelinePage } from './pages/timeline';
import { WelcomePage } from './pages/welcome';
import { useShared } from './state/app-state';

export function CurrentPage() {
  const route = useShared('route');
  switch (route.page) {
    case 'welcome':
      return <WelcomePage />;
    case 'connect':
      return (
        <ConnectPage
          declaring={route.fold === 'host'}
          {...(route.next === undefined ? {} : { next: route.next })}
        />
      );
    case 'snapshot':
      return <TakeSnapshotPage />;
    case 'import':
      return <ImportPage path={route.path} />;
    case 'diagnosis':
      return <DiagnosisPage {...(route.from === undefined ? {} : { from: route.from })} />;
    case 'finding':
      return <FindingPage ruleId={route.ruleId} />;
    case 'rules':
      return <RulesPage />;
    case 'rule':
      return <RulePage ruleId={route.ruleId} />;
    case 'plan':
      return <PlanPage />;
    case 'probes':
      return <ProbesPage />;
    case 'probe':
      return (
        <ProbePage
          key={route.probe}
          probe={route.probe}
          {...(route.advised === undefined ? {} : { advised: route.advised })}
        />
      );
    case 'probe-result':
      return <ProbeResultPage id={route.id} />;
    case 'buffer-pool':
      return <BufferPoolPage />;
    case 'timeline':
      return (
        <TimelinePage
          {...(route.recording === undefined ? {} : { recording: route.recording })}
          {...(route.series === undefined ? {} : { series: route.series })}
        />
      );
    case 'compare':
      return (
        <ComparePage
          {...(route.a === undefined ? {} : { a: route.a })}
          {...(route.b === undefined ? {} : { b: route.b })}
        />
      );
    case 'explorer':
      return <ExplorerPage />;
    case 'history':
      return <HistoryPage />;
    case 'settings':
      return <SettingsPage />;
  }
}

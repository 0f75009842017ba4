import { useEffect, useId, useState } from 'react';
import type { Fleet } from '../../../shared/fleet';
import { labelChoices, withLabel } from '../../../shared/fleet-filter';
import { fleetSentence } from '../../../shared/fleet-text';
import {
  FleetChanges,
  FleetDrift,
  FleetMatrix,
  FleetProblems,
  FleetServers,
  PlanGroups,
} from '../../../view';
import { Tabs } from '../../components/controls/tabs';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { useJob } from '../../state/job';
import { SaveFleet, SavePlans } from './save-fleet';
import { texts } from './texts';

type Tab = 'findings' | 'servers' | 'drift' | 'plans' | 'changes' | 'problems';

/** A fleet that was judged: its matrix, servers, drift and plans, by label. */
export function FleetView({ path, fleet }: { path: string; fleet: Fleet }) {
  const { show, go, notify } = useApp();
  const [tab, setTab] = useState<Tab>('findings');
  const [label, setLabel] = useState('');
  const choices = labelChoices(fleet);
  const shown = label === '' || !choices.includes(label) ? fleet : withLabel(fleet, label);

  const open = async (server: string, ruleId: string | null) => {
    const file = fleet.servers.find(({ name }) => name === server)?.snapshot?.path;
    if (file === undefined) return;
    const reply = await call('snapshot.open', { path: file });
    if (!reply.ok) {
      notify({ error: reply.error });
      return;
    }
    show(reply.value);
    go(ruleId === null ? { page: 'diagnosis' } : { page: 'finding', ruleId });
  };

  const tabs: { id: Tab; title: string }[] = [
    { id: 'findings', title: texts.findings(shown.findings.length) },
    { id: 'servers', title: texts.servers(shown.servers.length) },
    { id: 'drift', title: texts.drift },
    { id: 'plans', title: texts.samePlan(shown.groups.length) },
    { id: 'changes', title: texts.sinceTheLastRound },
    ...(fleet.problems.length > 0
      ? [{ id: 'problems' as const, title: texts.notJudged(fleet.problems.length) }]
      : []),
  ];
  return (
    <>
      <p className="strong">{fleetSentence(shown)}.</p>
      <div className="actions">
        {choices.length > 0 && <LabelField choices={choices} value={label} onChange={setLabel} />}
        <SaveFleet path={path} />
      </div>
      <Tabs label={texts.fleet} tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'findings' && (
          <FleetMatrix fleet={shown} onOpen={(server, ruleId) => void open(server, ruleId)} />
        )}
        {tab === 'servers' && (
          <FleetServers servers={shown.servers} onOpen={(server) => void open(server, null)} />
        )}
        {tab === 'drift' && <FleetDrift drift={shown.drift} />}
        {tab === 'plans' && (
          <PlanGroups groups={shown.groups} actions={(group) => <SavePlans path={path} group={group} />} />
        )}
        {tab === 'changes' && <Changes path={path} shown={shown} />}
        {tab === 'problems' && <FleetProblems problems={fleet.problems} />}
      </Tabs>
    </>
  );
}

/** What changed on the servers that are shown, between their last two snapshots. */
function Changes({ path, shown }: { path: string; shown: Fleet }) {
  const { job, start, cancel } = useJob('fleet.diff');
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with the fleet, and not when the label changes
  useEffect(() => void start({ path }), [path, shown.madeAt]);
  if (job.state === 'running') return <JobLine label={texts.comparing} {...job} onCancel={cancel} />;
  if (job.state === 'failed') return <ErrorNotice error={job.error} />;
  if (job.state !== 'done') return null;
  const names = new Set(shown.servers.map(({ name }) => name));
  const servers = job.value.servers.filter(({ server }) => names.has(server));
  return <FleetChanges diff={{ ...job.value, servers }} />;
}

function LabelField({
  choices,
  value,
  onChange,
}: {
  choices: readonly string[];
  value: string;
  onChange: (label: string) => void;
}) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {texts.label}{' '}
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{texts.allServers}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
}

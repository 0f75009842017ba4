import { useEffect, useRef } from 'react';
import type { Route } from '../../../shared/window/pages';
import { useApp, useShared } from '../../state/app-state';

interface Step {
  title: string;
  text: string;
}

const steps: readonly Step[] = [
  {
    title: 'Diagnosis',
    text: 'One sentence names the bottleneck. Below it: active sessions by wait class, the vital signs, and the findings by severity. What could not be checked is listed with its reason.',
  },
  {
    title: 'A finding',
    text: 'Each finding shows its evidence with source and threshold, the change, its risk, and when the advice is wrong.',
  },
  {
    title: 'Plan',
    text: 'The changes that you accept become one plan with one memory budget. It leaves as a diff of my.cnf, as SET statements, for a managed server, or as a document.',
  },
  {
    title: 'Probes',
    text: 'A probe tries a change on a running server in short slots, watches the server, and restores everything. Results that were recorded can be read without a server.',
  },
  {
    title: 'Timeline and Compare',
    text: 'Every sampled series second by second, with the stalls that averages hide. Compare shows two snapshots, or two benchmark results, side by side.',
  },
  {
    title: 'Your own server',
    text: 'Connect with an account that may only read; the page makes the statements for one. Taking a snapshot changes nothing on the server.',
  },
];

/** A short walk through the pages on a sample; the window can be used meanwhile. */
export function TourPanel() {
  const { tour, stores, go, choose } = useApp();
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = useShared('tour');
  const hasSource = useShared('source', (source) => source !== null);
  // The steps lead through the sample: they wait until it is judged.
  const ready = useShared('analysis', ({ state }) => state === 'ready') && hasSource;
  useEffect(() => {
    if (step === null || !ready) return;
    heading.current?.focus();
    const judged = stores.analysis.get();
    if (judged.state !== 'ready') return;
    const { findings, plan } = judged.value;
    const advised = findings.filter(
      ({ ruleId, advice }) =>
        advice.length > 0 && !plan.withheld.some((withheld) => withheld.ruleId === ruleId),
    );
    const first = advised[0];
    const routes: Route[] = [
      { page: 'diagnosis' },
      first === undefined ? { page: 'diagnosis' } : { page: 'finding', ruleId: first.ruleId },
      { page: 'plan' },
      { page: 'probes' },
      { page: 'timeline' },
      { page: 'connect' },
    ];
    if (step === 2) choose({ ...stores.choices.get(), accepted: advised.map(({ ruleId }) => ruleId) });
    const route = routes[step];
    if (route !== undefined) go(route);
  }, [step, ready, stores, go, choose]);

  const at = step === null ? undefined : steps[step];
  if (step === null || at === undefined) return null;
  const isLast = step === steps.length - 1;
  return (
    <section className="tour" aria-label="Tour">
      <p className="soft">
        Tour, {step + 1} of {steps.length}
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {at.title}
      </h2>
      <p>{at.text}</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => (isLast ? tour.end() : tour.goTo(step + 1))}>
          {isLast ? 'Done' : 'Next'}
        </button>
        {step > 0 && (
          <button type="button" onClick={() => tour.goTo(step - 1)}>
            Back
          </button>
        )}
        {!isLast && (
          <button type="button" className="quiet" onClick={tour.end}>
            Skip the tour
          </button>
        )}
      </div>
    </section>
  );
}

import { useEffect, useRef } from 'react';
import type { Route } from '../../../shared/window/pages';
import { useApp, useShared } from '../../state/app-state';
import { texts } from './texts';

interface Step {
  title: string;
  text: string;
}

const steps: readonly Step[] = [
  {
    title: texts.diagnosis,
    text: texts.oneSentenceNamesTheBottleneck,
  },
  {
    title: 'A finding',
    text: texts.eachFindingShowsItsEvidence,
  },
  {
    title: texts.plan,
    text: texts.theChangesThatYouAccept,
  },
  {
    title: texts.probes,
    text: texts.aProbeTriesAChange,
  },
  {
    title: texts.timelineAndCompare,
    text: texts.everySampledSeriesSecondBy,
  },
  {
    title: texts.yourOwnServer,
    text: texts.connectWithAnAccountThat,
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
    <section className="tour" aria-label={texts.tour}>
      <p className="soft">{texts.tourOf(step + 1, steps.length)}</p>
      <h2 ref={heading} tabIndex={-1}>
        {at.title}
      </h2>
      <p>{at.text}</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => (isLast ? tour.end() : tour.goTo(step + 1))}>
          {isLast ? texts.done : texts.next}
        </button>
        {step > 0 && (
          <button type="button" onClick={() => tour.goTo(step - 1)}>
            {texts.back}
          </button>
        )}
        {!isLast && (
          <button type="button" className="quiet" onClick={tour.end}>
            {texts.skipTheTour}
          </button>
        )}
      </div>
    </section>
  );
}

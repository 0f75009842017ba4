import { outcomeWords, type ProbeResult } from '../../../shared/probe';
import { texts } from './texts';

/** What came of a probe or a proof: the sentence, and what became of the server. */
export function Outcome({ outcome, text, restore }: Pick<ProbeResult, 'outcome' | 'text' | 'restore'>) {
  return (
    <>
      <section className="headline" aria-label={texts.verdict}>
        <p className="headline-kind">{outcomeWords[outcome]}</p>
        <p className="headline-text">{text}</p>
        <p className="headline-more">{restore.detail}</p>
      </section>
      {restore.status === 'pending' && (
        <p className="notice notice-error" role="alert">
          {texts.notEverythingIsRestoredRestore(restore.remaining.map(({ variable }) => variable).join(', '))}
        </p>
      )}
    </>
  );
}

import { LatchkeyError } from '../../shared/base/error';
import type { MainCalls } from '../rpc-server';
import { texts } from './texts';

/** More windows than anybody reads at once. */
const mostWindows = 12;
/** Whoever closes so many dialogs one after the other without an answer did not ask for them. */
const mostCancelled = 4;
const pauseMs = 20_000;

/**
 * The calls of main that a page could pour over its reader: windows and native dialogs. One dialog of a window is open
 * at a time; after some that were closed without an answer there is a pause; the number of windows is bounded.
 * @param windows how many are open
 * @param now ms of a clock that never goes back
 */
export function boundedCalls(
  calls: MainCalls,
  { windows, now }: { windows(): number; now(): number },
): MainCalls {
  let isOpen = false;
  let cancelled = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;

  async function oneDialog<R extends { path: string | null }>(ask: () => Promise<R>): Promise<R> {
    if (isOpen) throw refused(texts.aFileDialogIsOpen, texts.answerItFirst);
    if (now() < quietUntil) {
      throw refused(texts.severalFileDialogsWereClosed, texts.tryAgainInHalfA);
    }
    isOpen = true;
    try {
      const answer = await ask();
      cancelled = answer.path === null ? cancelled + 1 : 0;
      if (cancelled >= mostCancelled) {
        cancelled = 0;
        quietUntil = now() + pauseMs;
      }
      return answer;
    } finally {
      isOpen = false;
    }
  }

  return {
    ...calls,
    'window.open': async (input) => {
      if (windows() >= mostWindows)
        throw refused(texts.windowsAreOpenWhichIs(mostWindows), texts.closeOneFirst);
      return calls['window.open'](input);
    },
    'dialog.open': (input) => oneDialog(() => calls['dialog.open'](input)),
    'dialog.save': (input) => oneDialog(() => calls['dialog.save'](input)),
  };
}

function refused(message: string, hint: string): LatchkeyError {
  return new LatchkeyError('busy', message, { hint });
}

import { useId, useState } from 'react';
import {
  type ConnectionTarget,
  describeTarget,
  type ProfileColour,
  reachSameServer,
} from '../../shared/connection';
import { useShared } from '../state/app-state';
import { useCall } from '../state/call';
import { texts } from './texts';

export const colourTitles: Readonly<Record<ProfileColour, string>> = {
  none: 'none',
  red: texts.redProductionAsksTwiceBefore,
  amber: 'amber',
  green: 'green',
  blue: 'blue',
};

/** The colour of a saved connection, also in words for who does not see it. */
export function ColourMark({ colour }: { colour: ProfileColour }) {
  if (colour === 'none') return null;
  return (
    <span className={`colour-mark colour-${colour}`}>
      <span className="unseen">{colour === 'red' ? 'production' : colour} </span>
    </span>
  );
}

/**
 * Of a server that a connection marks as production, before anything is written there: a box that has to be ticked.
 * @returns whether the person may go on, and the field to show beside the statements
 */
export function useSecondLook(target: ConnectionTarget): { isCleared: boolean; field: React.ReactNode } {
  const id = useId();
  const connection = useShared('connection');
  const { loaded } = useCall('profiles.list', {});
  const [looked, setLooked] = useState(false);
  const marked = [connection, ...(loaded.state === 'ready' ? loaded.value : [])].some(
    (one) => one !== null && one.colour === 'red' && reachSameServer(one.target, target),
  );
  if (!marked) return { isCleared: loaded.state !== 'loading', field: null };
  const field = (
    <label className="check second-look" htmlFor={id}>
      <input id={id} type="checkbox" checked={looked} onChange={(event) => setLooked(event.target.checked)} />
      <span>
        <ColourMark colour="red" />
        {texts.isAProductionServerI(describeTarget(target))}
      </span>
    </label>
  );
  return { isCleared: looked, field };
}

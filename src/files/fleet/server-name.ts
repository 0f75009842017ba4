import { withoutEnd } from '../../shared/base/without-end';

/** A date with or without a time, as in `20261121T030405Z`, `2026-11-21T03-04-05`, `2026-11-21_0304`, `20261121`. */
const leading =
  /^\d{4}-?[01]\d-?[0-3]\d(?:[T_-]?[0-2]\d[-:]?[0-5]\d(?:[-:]?[0-5]\d)?(?:\.\d+)?Z?)?(?=[_.-]|$)/;
const trailing = /[_.-]\d{4}-?[01]\d-?[0-3]\d(?:[T_-]?[0-2]\d[-:]?[0-5]\d(?:[-:]?[0-5]\d)?(?:\.\d+)?Z?)?$/;
/** First characters of the id of a snapshot, which the window puts at the end of a name. */
const idPart = /_[0-9a-f]{8}$/;

/**
 * The name of the server that a file of a fleet belongs to: the folder that it lies in, or else its own name without the time,
 * and without what Latchkey puts before and after it.
 * @param relative path below the fleet's folder, with `/`
 */
export function serverOfFile(relative: string): string {
  const parts = relative.split('/');
  const [first = ''] = parts;
  if (parts.length > 1) return first;
  const stem = first.replace(/\.lks$/, '');
  const bare = leading.test(stem)
    ? stem
        .replace(leading, '')
        .replace(/^[_.-]/, '')
        .replace(idPart, '')
    : stem.replace(trailing, '');
  return withoutEnd(bare.replace(/^latchkey-/, ''), '_.-') || stem;
}

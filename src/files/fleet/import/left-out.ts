import { shortText } from '../../../shared/base/short-text';
import { texts } from './texts';

/** Why something of a list is not in the inventory as it stood there. */
export type LeftOutWhy = keyof typeof texts.leftOut;

/** Places that one sentence names; the others are counted. */
const mostNamed = 5;
const longestPlace = 80;

/** What of a list of servers is not in the inventory, or stands there otherwise, as sentences: nothing goes without one. */
export class LeftOut {
  readonly #places = new Map<LeftOutWhy, string[]>();

  /** @param place as a person finds it in the list: `line 7: db[3:1]` */
  add(why: LeftOutWhy, place: string): void {
    const places = this.#places.get(why) ?? [];
    places.push(shortText(place, longestPlace));
    this.#places.set(why, places);
  }

  sentences(): string[] {
    return [...this.#places].map(([why, places]) => {
      const named = places.slice(0, mostNamed).join('; ');
      const more = places.length - mostNamed;
      return `${texts.leftOut[why]}: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
    });
  }
}

import { formatValue } from '../../shared/base/units';

/** "0.0052 clients a second": words between number and unit, bounded. */
const rate = /\b(0\.0\d{1,5}) ((?:[A-Za-z_()-]{1,40} ){1,5}?)a second\b/g;

/** A text whose rates read as people say them: "19 clients an hour" rather than "0.0052 clients a second". */
export function slowRates(text: string): string {
  if (!text.includes(' a second')) return text;
  return text.replace(rate, (whole, number: string, what: string) => {
    const [count, unit] = formatValue(Number(number), 'count/s').split('/');
    const span = unit === 'h' ? 'an hour' : unit === 'd' ? 'a day' : null;
    return span === null ? whole : `${count} ${what}${span}`;
  });
}

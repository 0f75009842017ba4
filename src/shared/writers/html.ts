import { visible } from './visible';
import { joined, tagOf, Written } from './written';

/** A piece of HTML; what is filled in is content of an element, or an attribute in double quotes. */
export type Html = Written<'html'>;

export const html = tagOf('html');

/** Text, with what HTML would change or nobody sees as visible escapes (a parser drops NUL and turns CR into LF). */
export function htmlText(text: string): Html {
  const escaped = visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
  return new Written('html', escaped);
}

export function htmlList(pieces: readonly Html[]): Html {
  return joined('html', pieces, '');
}

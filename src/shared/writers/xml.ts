import { visibleLines } from './visible';
import { document, tagOf, Written } from './written';

/** A piece of XML 1.0; what is filled in is content of an element, or an attribute in double quotes. */
export type Xml = Written<'xml'>;

export const xml = tagOf('xml');

/** Text; characters that XML 1.0 has no place for, and what nobody sees, are visible escapes. */
export function xmlText(text: string): Xml {
  const escaped = visibleLines(text)
    .replaceAll(/[￾￿]/g, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
  return new Written('xml', escaped);
}

/** A document of lines, after its declaration. */
export function xmlFile(lines: readonly Xml[]): Xml {
  return document('xml', [new Written('xml', '<?xml version="1.0" encoding="UTF-8"?>'), ...lines]);
}

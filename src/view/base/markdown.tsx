import { Fragment, type ReactNode } from 'react';
import { unbroken } from './unbroken';

/**
 * The subset of Markdown that rules use: paragraphs, lists with `-`, **bold**, `code` and [links](https://...).
 * It is turned into elements, never into HTML text; a link that is not http(s) stays plain text.
 * @param links 'anchor' for a document in a browser; 'text' for the app's window, which opens no pages
 */
export function Markdown({ text, links = 'text' }: { text: string; links?: 'anchor' | 'text' }) {
  const blocks = text.trim().split(/\n\s*\n/);
  return (
    <div className="markdown">
      {keyed(blocks).map(([key, block]) => (
        <Block key={key} text={block} links={links} />
      ))}
    </div>
  );
}

function Block({ text, links }: { text: string; links: 'anchor' | 'text' }) {
  const lines = text.split('\n');
  if (lines.every((line) => /^\s*[-*] /.test(line) || /^\s{2,}\S/.test(line))) {
    const items = text.split(/\n(?=[^\S\n]*[-*] )/).map((item) => item.replace(/^\s*[-*] /, ''));
    return (
      <ul>
        {keyed(items).map(([key, item]) => (
          <li key={key}>{inline(item, links)}</li>
        ))}
      </ul>
    );
  }
  return <p>{inline(text, links)}</p>;
}

const token = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\][]+)\]\(([^)\s]+)\)/g;

function inline(text: string, links: 'anchor' | 'text'): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(token)) {
    parts.push(unbroken(text.slice(from, match.index)));
    parts.push(element(match, links));
    from = match.index + match[0].length;
  }
  parts.push(unbroken(text.slice(from)));
  return keyed(parts).map(([key, part]) => <Fragment key={key}>{part}</Fragment>);
}

function element(match: RegExpMatchArray, links: 'anchor' | 'text'): ReactNode {
  const [whole, code, bold, label, address] = match;
  if (code !== undefined) return <code>{code}</code>;
  if (bold !== undefined) return <strong>{unbroken(bold)}</strong>;
  if (label === undefined || address === undefined || !/^https?:\/\//.test(address)) return whole;
  if (links === 'text') {
    return (
      <>
        {label} (<span className="address">{address}</span>)
      </>
    );
  }
  return (
    <a href={address} rel="noreferrer noopener">
      {label}
    </a>
  );
}

/** Pieces of one text have no identity but their place. */
function keyed<T>(items: T[]): [string, T][] {
  return items.map((item, index) => [String(index), item]);
}

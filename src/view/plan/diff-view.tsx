import { ScrollRegion } from '../base/scroll-region';

type Kind = 'added' | 'removed' | 'place' | 'same';

function kindOf(line: string): Kind {
  if (line.startsWith('+++') || line.startsWith('---') || line.startsWith('@@')) return 'place';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return 'same';
}

const words: Record<Kind, string> = { added: 'added', removed: 'removed', place: '', same: '' };

/** A unified diff. The sign in front of each line stays, so that colour is not needed to read it. */
export function DiffView({ text, label }: { text: string; label: string }) {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    <ScrollRegion className="diff" label={label}>
      <pre>
        {lines.map((line, index) => {
          const kind = kindOf(line);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity but their place
            <span key={index} className={`diff-line diff-${kind}`}>
              {words[kind] !== '' && <span className="unseen">{words[kind]}: </span>}
              {line}
              {'\n'}
            </span>
          );
        })}
      </pre>
    </ScrollRegion>
  );
}

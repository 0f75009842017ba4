import { type ReactNode, useEffect, useRef } from 'react';

const leastWidth = 150;
const gap = 8;

/**
 * How so many tiles stand in a width: in rows as even as can be, and none alone in its row.
 * @param width in CSS pixels
 */
export function tileRows(count: number, width: number): { columns: number; isFirstWide: boolean } {
  const most = Math.max(1, Math.floor((width + gap) / (leastWidth + gap)));
  const columns = count === 0 ? 1 : Math.ceil(count / Math.ceil(count / most));
  return { columns, isFirstWide: columns > 1 && count % columns === 1 };
}

/** A list of tiles, arranged again where its width or their number changes. */
export function Tiles({ children }: { children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const arrange = () => {
      const { columns, isFirstWide } = tileRows(element.childElementCount, element.clientWidth);
      element.style.setProperty('--columns', String(columns));
      element.style.setProperty('--first', isFirstWide ? '2' : '1');
    };
    arrange();
    const width = new ResizeObserver(arrange);
    width.observe(element);
    const tiles = new MutationObserver(arrange);
    tiles.observe(element, { childList: true });
    return () => {
      width.disconnect();
      tiles.disconnect();
    };
  }, []);
  return (
    <ul className="plain tiles" ref={list}>
      {children}
    </ul>
  );
}

import type { ReactNode, UIEventHandler } from 'react';

/** A region with a scroll bar of its own. It takes the focus, so that the keyboard can scroll it. */
export function ScrollRegion({
  label,
  className = 'scroll',
  onScroll,
  children,
}: {
  /** What it holds, for screen readers. */
  label: string;
  className?: string;
  onScroll?: UIEventHandler<HTMLElement> | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe: scrollable-region-focusable)
    <section className={className} tabIndex={0} aria-label={label} onScroll={onScroll}>
      {children}
    </section>
  );
}

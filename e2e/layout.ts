import type { Page } from '@playwright/test';

/**
 * What is wrong with how a page or a dialog stands in the window, each as a sentence: what is cut off, broken where it should
 * not be, out of its card, one over the other, or shows a value that no text was made for.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return (
    await Promise.all([cutOff(page), broken(page), crowded(page), scattered(page), unwritten(page)])
  ).flat();
}

/** What the window would have to be scrolled sideways for, and words that are cut off. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    const found: string[] = [];
    for (const element of [
      document.documentElement,
      ...document.querySelectorAll('main, dialog[open], .sidebar'),
    ]) {
      const over = element.scrollWidth - element.clientWidth;
      if (over > 1) found.push(`${words(element)} is ${over} px too wide`);
    }
    const ground = document.querySelector('dialog[open]') ?? document.querySelector('#root') ?? document.body;
    for (const element of ground.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      if (style.clipPath !== 'none' || element.closest('svg, .unseen, select') !== null) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || !element.checkVisibility()) continue;
      // What a region scrolls to is not lost.
      const scroller = element.parentElement?.closest(
        '.scroll, .scroll-x, .grid, .diff, .statement-list, pre',
      );
      if (scroller == null && (box.right > window.innerWidth + 1 || box.left < -1))
        found.push(`${words(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
      const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (!cuts || element.scrollWidth <= element.clientWidth + 1) continue;
      if (style.textOverflow !== 'ellipsis') found.push(`${words(element)} is cut`);
      else if (element.closest('[title]') === null && element.querySelector('[title]') === null)
        found.push(`${words(element)} is shortened, and its whole is not on hover`);
    }
    return found;
  });
}

/** Figures that break between their digits or before their unit, and ratios that break after their sign. */
function broken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = document.querySelector('dialog[open]') ?? document.querySelector('#root') ?? document.body;
    const lines = (range: Range) =>
      new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const found: string[] = [];
    for (const cell of ground.querySelectorAll('td.number')) {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const text = (cell.textContent ?? '').trim();
      if (lines(range) > text.split(/\s+/).length) found.push(`"${text}" breaks between digits`);
    }
    const walker = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (
        node.parentElement?.checkVisibility() !== true ||
        node.parentElement.closest('.unseen, svg, pre') !== null
      )
        continue;
      // In a narrow column of figures the unit may take a line of its own.
      const figures =
        node.parentElement.closest('td, code') === null
          ? /\bx\s[\d.,]+|\d\s(?:[KMGT]iB|us|ms|%)(?!\w)/g
          : /\bx\s[\d.,]+/g;
      for (const { index, 0: figure } of text.matchAll(figures)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + figure.length);
        if (lines(range) > 1)
          found.push(`"${figure}" breaks in "${text.slice(Math.max(0, index - 30), index + 20)}"`);
      }
    }
    return found;
  });
}

/** Controls that reach out of their card, or lie one over the other. */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = document.querySelector('dialog[open]') ?? document.querySelector('#root') ?? document.body;
    const name = (one: Element) =>
      `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}"`;
    const scrolling =
      '.scroll, .scroll-x, .grid, .diff, .statement-list, .fleet-scroll, .apply-bar, pre, nav';
    const controls = [...ground.querySelectorAll('button, input, select, textarea, summary')].filter(
      (one) =>
        one.checkVisibility() && one.closest('.unseen') === null && one.getBoundingClientRect().width > 1,
    );
    const found: string[] = [];
    for (const [index, one] of controls.entries()) {
      const a = one.getBoundingClientRect();
      const region = one.closest(scrolling);
      const card = one.closest('.card, .notice');
      if (card !== null && card !== one && region === null) {
        const b = card.getBoundingClientRect();
        if (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1)
          found.push(`${name(one)} reaches out of its card`);
      }
      for (const other of controls.slice(index + 1, index + 12)) {
        if (one.contains(other) || other.contains(one) || other.closest(scrolling) !== region) continue;
        const b = other.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) found.push(`${name(one)} lies over ${name(other)}`);
      }
    }
    return found;
  });
}

/** A tile alone below others, and a region that scrolls within a page that scrolls too. */
function scattered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const list of document.querySelectorAll('.tiles')) {
      const rows = new Map<number, number>();
      for (const tile of list.children) {
        const top = Math.round(tile.getBoundingClientRect().top);
        rows.set(top, (rows.get(top) ?? 0) + 1);
      }
      const counts = [...rows.values()];
      if (counts.at(-1) === 1 && Math.max(...counts) > 1) found.push(`tiles in rows of ${counts.join(', ')}`);
    }
    const main = document.querySelector('main');
    if (main === null || window.innerHeight < 600 || main.scrollHeight <= main.clientHeight + 1) return found;
    for (const region of main.querySelectorAll('*')) {
      if (!/auto|scroll/.test(getComputedStyle(region).overflowY)) continue;
      const isMost = region.clientHeight > 0.5 * main.clientHeight;
      if (isMost && region.scrollHeight > region.clientHeight + 1)
        found.push(`${region.tagName.toLowerCase()}.${region.className} scrolls within a page that scrolls`);
    }
    return found;
  });
}

/** Values that no text was made for, and a plural of one. */
function unwritten(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = document.querySelector('dialog[open], main') ?? document.body;
    const found: string[] = [];
    const walker = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (node.parentElement?.checkVisibility() !== true) continue;
      if (node.parentElement.closest('pre, code, .grid, .diff') !== null) continue;
      const bad =
        /\bundefined\b|\bNaN\b|\[object Object\]|\{\{|(?<![\d.,#])1 (?:findings|checks|rows|servers|variants|statements|changes|seconds|notices|warnings|values|names|points)\b/.exec(
          text,
        );
      if (bad !== null) found.push(`"${bad[0]}" is shown in "${text.trim().slice(0, 60)}"`);
    }
    return found;
  });
}

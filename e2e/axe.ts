import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

/** The rules that judge colours: all that can differ between two themes of the same page. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Serious and critical violations on the page as it stands, with what breaks them.
 * @param judge `colours`: the page was judged whole in another theme already
 */
export async function violations(page: Page, judge: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) {
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    // Electron takes no second page, which the axe driver wants; its source runs by evaluate, past the policy.
    await page.evaluate(source);
  }
  // A colour on its way from one theme to the other is neither's.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  const options = {
    resultTypes: ['violations'],
    ...(judge === 'all' ? {} : { runOnly: { type: 'rule', values: colourRules } }),
  };
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
}

// The ways between findings, charts, plan and probes, each walked there and back.
import type { Page } from '@playwright/test';
import { goTo, onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const patient = { timeout: 60_000 };
const finding = 'Redo log too small for the write rate';

async function onFinding(page: Page): Promise<void> {
  await onPage(page, 'finding');
  await expect(page.getByRole('heading', { name: finding })).toBeVisible();
}

test('charts lead to findings and to the timeline', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.getByRole('button', { name: /^Redo written/ }).click();
  await page
    .getByRole('navigation', { name: 'Findings that show in Redo written' })
    .getByRole('button', { name: finding })
    .click();
  await onFinding(page);
  // The chart of the finding, and the same series in the timeline.
  await page.getByRole('button', { name: /^Timeline of / }).click();
  await onPage(page, 'timeline');
  await expect(page.locator('.pane[data-drawn="ready"]')).toHaveCount(1, patient);

  await goTo(page, 'Diagnosis');
  await page.getByRole('button', { name: 'Timeline of active sessions by wait class' }).click();
  await onPage(page, 'timeline');
  await expect(page.locator('.pane[data-drawn="ready"]').first()).toContainText(/sessions/i, patient);
});

test('findings lead to plan and probes, and these lead back', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.getByRole('button', { name: finding }).click();
  await onFinding(page);
  await page.getByRole('button', { name: 'Verify with a probe' }).click();
  await onPage(page, 'probe');
  await page
    .getByRole('navigation', { name: 'Findings that it tests' })
    .getByRole('button', { name: finding })
    .click();
  await onFinding(page);
  await page.getByRole('button', { name: 'Add to plan' }).click();
  await page.getByRole('button', { name: 'Go to the plan' }).click();
  await onPage(page, 'plan');
  const chosen = page.getByRole('region', { name: 'Findings to act on' });
  await expect(chosen.getByRole('checkbox', { name: new RegExp(`^Warning ${finding}`) })).toBeChecked();
  await chosen.getByRole('button', { name: `Verify with a probe: ${finding}` }).click();
  await onPage(page, 'probe');
  await goTo(page, 'Plan');
  await onPage(page, 'plan');
  await chosen.getByRole('button', { name: new RegExp(`^Why ?: ${finding}`) }).click();
  await onFinding(page);
});

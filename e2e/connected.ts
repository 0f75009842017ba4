import { expect } from '@playwright/test';
import type { RunningServer } from '../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { goTo, type LatchkeyApp, onPage } from './app.ts';
import { fillConnect } from './journey.ts';

const patient = { timeout: 120_000 };
const load = { tables: 2, rows: 2000 };

/** Goes to every place that needs a server, under a light load. @param look as in `everywhere` */
export async function connected(
  { page }: LatchkeyApp,
  { socket, port }: RunningServer,
  look: (place: string) => Promise<void>,
): Promise<void> {
  await prepareSysbench({ socket, ...load });
  const busy = startSysbench({
    socket,
    ...load,
    workload: 'oltp_read_only',
    threads: 2,
    seconds: 240,
    rate: 100,
  });
  try {
    await fillConnect(page, { host: '127.0.0.1', port, user: 'root' });
    await page.getByRole('button', { name: 'Test' }).click();
    await expect(page.getByText(/^Connected to/).first()).toBeVisible(patient);
    await look('connect-tested');
    await page.getByRole('button', { name: 'Continue to snapshot' }).click();
    await onPage(page, 'snapshot');
    await look('snapshot');
    await page.getByRole('button', { name: 'Take snapshot' }).click();
    await expect(page.locator('.running-words')).toContainText('left', patient);
    await look('snapshot-running');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await onPage(page, 'diagnosis');
    await look('diagnosis-partial');
    await goTo(page, 'Live');
    await onPage(page, 'live');
    await page.getByRole('button', { name: 'Start live view' }).click();
    await expect(page.locator('.live-tools')).toContainText(/running for \d\d s/, patient);
    await look('live');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('button', { name: 'Start live view' })).toBeVisible(patient);
    await goTo(page, 'Probes');
    await onPage(page, 'probes');
    await look('probes-connected');
    await page.locator('[data-probe="custom"]').click();
    await onPage(page, 'probe');
    await page.getByLabel('Name of variant 1').fill('short pauses');
    await page.getByLabel('Settings of variant 1').fill('innodb_spin_wait_delay = 3');
    await page.getByRole('radio', { name: /^Its own traffic/ }).check();
    await page.getByLabel('Longest time, minutes').fill('3');
    await look('probe');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    const plan = page.getByRole('region', { name: 'Plan of the probe' });
    await expect(plan).toContainText('One variant is compared', patient);
    await look('probe-plan');
    await plan.getByRole('button', { name: 'Run this probe' }).click();
    const consent = page.getByRole('dialog');
    await consent.waitFor();
    await look('probe-consent');
    await consent.getByRole('button', { name: 'Agree and run' }).click();
    await expect(page.locator('.probe-state').getByText('short pauses')).toBeVisible(patient);
    await look('probe-live');
    await page.getByRole('button', { name: 'Stop and restore' }).click();
    await onPage(page, 'probe-result');
  } finally {
    await busy.stop();
  }
}

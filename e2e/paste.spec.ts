import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

/** Status and variables as a reader of a post has them: two forms, prose, separators of thousands. */
const post = `Our shop is slow since Monday, please help. It is a dedicated server.

mysql> SHOW GLOBAL VARIABLES;
| version                          | 8.0.36      |
| version_comment                  | MySQL Community Server - GPL |
| innodb_buffer_pool_size          | 134,217,728 |
| innodb_flush_log_at_trx_commit   | 0           |
| innodb_redo_log_capacity         | 104857600   |
| max_connections                  | 151         |
| table_open_cache                 | 4000        |
| sort_buffer_size                 | 262144      |
| tmp_table_size                   | 16777216    |

and SHOW GLOBAL STATUS:
Uptime\t864,000
Questions\t123.456.789
Com_select\t98765432
Innodb_buffer_pool_read_requests\t9 876 543 210
Innodb_buffer_pool_reads\t987654321
Innodb_buffer_pool_pages_free\t0
Innodb_buffer_pool_pages_total\t8192
Max_used_connections\t88
Threads_running\t4
Thanks!`;

test('a post is pasted, 64 GB and 16 CPUs are declared, a diagnosis is read and a my.cnf saved: keyboard alone', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  const { keyboard } = page;
  await latchkey.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), post);
  await keyboard.press('Control+k');
  await keyboard.type('paste');
  await keyboard.press('Enter');
  await onPage(page, 'paste');

  const tabTo = async (name: string) => {
    const target = page.getByLabel(name, { exact: true }).or(page.getByRole('button', { name, exact: true }));
    for (let presses = 0; presses < 80; presses += 1) {
      if (await target.first().evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach "${name}"`);
  };
  await tabTo('Status and variables');
  await keyboard.press('Control+v');
  await tabTo('Memory of its host');
  await keyboard.type('64G');
  await tabTo('CPUs of its host');
  await keyboard.type('16');
  await tabTo('Read the text');
  await keyboard.press('Enter');

  const report = page.getByRole('region', { name: 'What was read' });
  await expect(report).toContainText('MySQL 8.0.36');
  await expect(report).toContainText('9 variables, 9 status variables in 1 reading, up for');
  expect(await violations(page)).toEqual([]);
  await tabTo('Open the diagnosis');
  await keyboard.press('Enter');
  await onPage(page, 'diagnosis');
  await expect(page.locator('.headline-text')).toBeVisible();

  await keyboard.press('Control+3');
  await onPage(page, 'plan');
  await tabTo('Add all');
  await keyboard.press('Enter');
  const path = join(folder, 'my.cnf');
  await latchkey.saveDialogGives(path);
  await page.getByRole('tab', { name: 'Diff' }).focus();
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'my.cnf' })).toHaveAttribute('aria-selected', 'true');
  await tabTo('Save my.cnf');
  await keyboard.press('Enter');
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible();
  expect(await readFile(path, 'utf8')).toMatch(/^innodb_flush_log_at_trx_commit = 1$/m);
});

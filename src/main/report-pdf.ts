import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, session } from 'electron';
import { LatchkeyError } from '../shared/base/error';
import { keepToOwnPage } from './hardening';
import { texts } from './texts';

const drawn =
  'document.fonts.ready.then(() => document.documentElement.dataset.charts === "drawn" || document.querySelector("canvas[data-time-chart]") === null)';

/** Each page says of what it is, and which of how many. Header and footer have no styles but their own. */
const printed = {
  printBackground: true,
  pageSize: 'A4',
  displayHeaderFooter: true,
  headerTemplate: '<span></span>',
  footerTemplate:
    '<div style="width:100%;font-size:8px;text-align:center;color:#5a6472"><span class="title"></span>, page <span class="pageNumber"></span> of <span class="totalPages"></span></div>',
} as const;

/**
 * Prints an HTML report to a PDF: in a window of its own that is never shown, without preload script and permissions,
 * in a session that loads this one file and nothing else.
 * @param writeHtml writes the report to the file it is given
 * @param folder holds that file; the caller removes it
 */
export async function printReport(
  writeHtml: (path: string) => Promise<void>,
  folder: string,
  path: string,
): Promise<void> {
  const file = join(folder, 'report.html');
  // Without `persist:` it lives in memory only.
  const own = session.fromPartition('report');
  own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  const url = pathToFileURL(file).href;
  own.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: details.url !== url && !details.url.startsWith('data:') }),
  );
  const window = new BrowserWindow({
    show: false,
    width: 900,
    height: 1200,
    webPreferences: {
      session: own,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      backgroundThrottling: false,
    },
  });
  try {
    keepToOwnPage(window.webContents);
    await writeHtml(file);
    await window.loadFile(file);
    if (!(await window.webContents.executeJavaScript(drawn))) {
      throw new LatchkeyError('internal', texts.chartsWereNotDrawn, {
        hint: texts.saveItAsHtml,
      });
    }
    await writeFile(path, await window.webContents.printToPDF(printed));
  } finally {
    window.destroy();
  }
}

import type { ChartFile } from '../../view/charts/save-chart-buttons';
import type { App } from '../state/app-state';
import { call } from '../state/call';
import { texts } from './texts';

/** Asks where a chart is to go, and saves it there. */
export async function saveChart(file: ChartFile, notify: App['notify']): Promise<void> {
  const chosen = await call('dialog.save', {
    title: file.kind === 'png' ? texts.savePictureOfTheChart : texts.saveNumbersOfTheChart,
    defaultName: file.name,
    filters: [{ name: file.kind.toUpperCase(), extensions: [file.kind] }],
  });
  if (!chosen.ok || chosen.value.path === null) return;
  const { name: _name, ...content } = file;
  const saved = await call('chart.save', { path: chosen.value.path, content });
  if (saved.ok) notify({ text: texts.chartSavedTo(saved.value.path), path: saved.value.path });
  else notify({ error: saved.error });
}

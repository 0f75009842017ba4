import { type Fleet, fleetSchema } from '../../shared/fleet';
import type { FleetFormat } from '../../shared/fleet-formats';
import { jsonDocument } from '../../shared/writers/json';
import { renderJunit } from './junit';
import { renderFleetMarkdown } from './markdown';
import { renderPrometheus } from './prometheus';
import { renderCsv, renderJsonLines } from './rows';
import { renderSarif } from './sarif';

/** A fleet as a document, or in a form that other programs take. @param version of Latchkey */
export async function renderFleet(fleet: Fleet, format: FleetFormat, version: string): Promise<string> {
  switch (format) {
    case 'html': {
      // React's renderer is only loaded by who wants HTML: the command line must start quickly.
      const { renderFleetHtml } = await import('./html');
      return renderFleetHtml(fleet);
    }
    case 'markdown':
      return renderFleetMarkdown(fleet);
    case 'json':
      return jsonDocument(fleetSchema.parse(fleet)).text;
    case 'jsonl':
      return renderJsonLines(fleet);
    case 'csv':
      return renderCsv(fleet);
    case 'prometheus':
      return renderPrometheus(fleet);
    case 'sarif':
      return renderSarif(fleet, version);
    case 'junit':
      return renderJunit(fleet);
  }
}

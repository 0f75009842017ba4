import { LatchkeyError } from '../base/error';
import { texts } from './texts';
import { visible } from './visible';
import { document, tagOf, Written } from './written';

/** A piece of the text format of Prometheus ("Exposition formats", text-based format). */
export type Exposition = Written<'exposition'>;

const exposition = tagOf('exposition');

/** A metric of one family, all samples together. */
export interface MetricFamily {
  name: string;
  help: string;
  samples: readonly { labels: readonly (readonly [string, string])[]; value: number }[];
}

/** Families one after the other; those without a sample are left out. */
export function expositionFile(families: readonly MetricFamily[]): Exposition {
  const lines = families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, samples }) => {
      const metric = metricName(name);
      return [
        exposition`# HELP ${metric} ${helpText(help)}`,
        exposition`# TYPE ${metric} gauge`,
        ...samples.map(({ labels, value }) => exposition`${metric}${labelSet(labels)} ${sampleValue(value)}`),
      ];
    });
  return document('exposition', lines);
}

/**
 * The name of a label made of a text of others: letters, digits and `_`, behind `label_`, so that it cannot be one of
 * Prometheus's own (`__name__`) or of ours.
 */
export function foreignLabelName(text: string): string {
  return `label_${text.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, 100)}`;
}

function metricName(name: string): Exposition {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) {
    throw new LatchkeyError('internal', texts.cannotBeTheNameOf(name));
  }
  return new Written('exposition', name);
}

function labelSet(labels: readonly (readonly [string, string])[]): Exposition {
  const pairs = labels.map(
    ([name, value]) => `${metricName(name.toLowerCase()).text}="${labelValue(value)}"`,
  );
  return new Written('exposition', pairs.length === 0 ? '' : `{${pairs.join(',')}}`);
}

/** Backslash, quote and line feed are escaped; what nobody sees is shown as an escape of its own. */
function labelValue(value: string): string {
  return visible(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function helpText(text: string): Exposition {
  return new Written('exposition', visible(text).replaceAll('\\', '\\\\').replaceAll('\n', '\\n'));
}

function sampleValue(value: number): Exposition {
  return new Written('exposition', Number.isNaN(value) ? 'NaN' : String(value));
}

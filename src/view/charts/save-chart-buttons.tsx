import type { Table } from '../../shared/snapshot';
import { toCsv } from '../../shared/writers/csv';
import { fileName } from '../../shared/writers/file-name';
import { texts } from './texts';

/** A chart as a file. */
export type ChartFile =
  | { kind: 'csv'; name: string; text: string }
  | { kind: 'png'; name: string; base64: string };

/**
 * Buttons that save a chart as its numbers and as a picture.
 * @param numbers made when they are wanted @param image its PNG in base64, made likewise; null: nothing is drawn
 */
export function SaveChartButtons({
  title,
  numbers,
  image,
  disabled = false,
  onSave,
}: {
  title: string;
  numbers: () => Table;
  image: () => string | null;
  disabled?: boolean;
  onSave: (file: ChartFile) => void;
}) {
  const save = {
    csv: () => onSave({ kind: 'csv', name: fileName(title, 'csv'), text: toCsv(numbers()) }),
    png: () => {
      const base64 = image();
      if (base64 !== null) onSave({ kind: 'png', name: fileName(title, 'png'), base64 });
    },
  };
  return (['csv', 'png'] as const).map((kind) => (
    <button key={kind} type="button" className="quiet" disabled={disabled} onClick={save[kind]}>
      <span className="unseen">{texts.saveAs(title)} </span>
      {kind.toUpperCase()}
    </button>
  ));
}

import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import { seriesTitles } from '../../../shared/series-names';
import { drawnUnit } from '../../../view';
import type { TimelineSource } from './source';
import { texts } from './texts';

/** More than this is not read through: one types on. */
const mostShown = 40;

/** A field that finds a series by any part of its name, and the pane that it goes to. */
export function SeriesPicker({
  series,
  panes,
  onPick,
}: {
  series: TimelineSource['series'];
  panes: readonly { title: string; unit: string }[];
  /** @param pane its place, or null: a new one */
  onPick: (name: string, pane: number | null) => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [pane, setPane] = useState<number | null>(null);
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return series.filter(({ name }) => {
      const searched = `${name} ${seriesTitles[name] ?? ''}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    });
  }, [series, text]);
  const shown = found.slice(0, mostShown);
  const target = pane !== null && pane < panes.length ? pane : null;
  const unit = target === null ? null : panes[target]?.unit;

  const pick = (index: number) => {
    const one = shown[index];
    if (one === undefined) return;
    onPick(one.name, unit === null || drawnUnit(one) === unit ? target : null);
    setText('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(open ? Math.min(Math.max(0, at + step), shown.length - 1) : at);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      pick(at);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <div className="series-picker">
      <label htmlFor={`${id}-name`}>{texts.addASeries}</label>
      <div className="series-picker-field">
        <input
          id={`${id}-name`}
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.searchSeries(series.length)}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && shown[at] !== undefined ? `${id}-${at}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={texts.series}
          className="series-list"
          hidden={!open}
        >
          {open &&
            shown.map((one, index) => (
              <div
                key={one.name}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                // Before the field loses the focus, which would close the list.
                onPointerDown={(event) => {
                  event.preventDefault();
                  pick(index);
                }}
              >
                <span>{seriesTitles[one.name] ?? shortText(one.name)}</span>
                <span className="soft">{drawnUnit(one) === 'none' ? '' : drawnUnit(one)}</span>
              </div>
            ))}
          {open && found.length > shown.length && (
            <div role="option" tabIndex={-1} aria-selected="false" aria-disabled="true" className="soft">
              {texts.moreTypeOn(found.length - shown.length)}
            </div>
          )}
          {open && found.length === 0 && (
            <div role="option" tabIndex={-1} aria-selected="false" aria-disabled="true" className="soft">
              {texts.noSeriesHasThisIn}
            </div>
          )}
        </div>
      </div>
      <label htmlFor={`${id}-pane`}>{texts.into}</label>
      <select
        id={`${id}-pane`}
        value={target ?? ''}
        onChange={(event) => setPane(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{texts.aPaneOfItsOwn}</option>
        {panes.map((one, index) => (
          <option key={one.title} value={index}>
            {one.title}
          </option>
        ))}
      </select>
    </div>
  );
}

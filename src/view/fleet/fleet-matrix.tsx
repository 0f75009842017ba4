import { type KeyboardEvent, useRef, useState } from 'react';
import type { Fleet, FleetCell, FleetFinding } from '../../shared/fleet';
import { minuteText, shareText } from '../../shared/fleet-text';
import { ScrollRegion } from '../base/scroll-region';
import { SeverityMark, SeveritySign } from '../findings/severity-mark';
import { texts } from './texts';

/** More columns no screen shows; a filter by label brings the others. */
const mostServers = 200;

/** Opens the finding of a rule in the snapshot of a server. */
export type OpenCell = (server: string, ruleId: string) => void;

/**
 * Findings by server: the gravest and most frequent first, servers in need first. In the window a cell is a button
 * (`onOpen`); the table is one stop of the Tab key, and arrow keys go from cell to cell.
 */
export function FleetMatrix({ fleet, onOpen }: { fleet: Fleet; onOpen?: OpenCell }) {
  const [active, setActive] = useState<{ row: number; column: number } | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const servers = fleet.servers.filter(({ snapshot }) => snapshot !== null).slice(0, mostServers);
  const left = fleet.servers.filter(({ snapshot }) => snapshot !== null).length - servers.length;
  const shown = fleet.findings.map((finding) => ({
    finding,
    cells: new Map(finding.cells.map((cell) => [cell.server, cell])),
  }));
  if (fleet.findings.length === 0) return <p>{texts.noRuleFoundAnythingOn}</p>;
  const first = shown.flatMap(({ cells }, row) => {
    const column = servers.findIndex(({ name }) => cells.has(name));
    return column === -1 ? [] : [{ row, column }];
  })[0];
  const current = active ?? first ?? { row: 0, column: 0 };

  const move = (event: KeyboardEvent) => {
    const next = nextCell(
      event.key,
      current,
      (row, column) => {
        const name = servers[column]?.name;
        return name !== undefined && shown[row]?.cells.has(name) === true;
      },
      { rows: shown.length, columns: servers.length },
    );
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus();
  };

  return (
    <>
      <ScrollRegion label={texts.findingsByServer} className="scroll fleet-scroll">
        <table className="fleet-matrix" ref={table} {...(onOpen === undefined ? {} : { onKeyDown: move })}>
          <caption className="unseen">{texts.findingsByServer}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.finding}</th>
              {servers.map(({ name }) => (
                <th scope="col" key={name} className="fleet-server">
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ finding, cells }, row) => (
              <tr key={finding.ruleId}>
                <th scope="row">
                  <SeverityMark severity={finding.severity} /> {finding.title}{' '}
                  <span className="soft">{texts.of(cells.size, fleet.servers.length)}</span>
                </th>
                {servers.map(({ name }, column) => {
                  const cell = cells.get(name);
                  if (cell === undefined) return <td key={name} />;
                  const isActive = row === current.row && column === current.column;
                  return (
                    <td key={name}>
                      {onOpen === undefined ? (
                        <span
                          className={`fleet-cell severity-${cell.severity}`}
                          title={cellText(finding, cell)}
                        >
                          <CellContent cell={cell} />
                        </span>
                      ) : (
                        <button
                          type="button"
                          className={`fleet-cell severity-${cell.severity}`}
                          data-cell={`${row}-${column}`}
                          tabIndex={isActive ? 0 : -1}
                          aria-label={cellText(finding, cell)}
                          title={cellText(finding, cell)}
                          onFocus={() => setActive({ row, column })}
                          onClick={() => onOpen(name, finding.ruleId)}
                        >
                          <CellContent cell={cell} />
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {left > 0 && <p className="soft">{texts.moreServersAreNotShown(left)}</p>}
    </>
  );
}

function CellContent({ cell }: { cell: FleetCell }) {
  return (
    <>
      <SeveritySign severity={cell.severity} />
      <span className="fleet-share">{cell.explained ? 'effect' : shareText(cell)}</span>
    </>
  );
}

function cellText(
  { title }: FleetFinding,
  { server, severity, share, since, impact, explained }: FleetCell,
): string {
  const parts = [
    `${server}: ${severity}, ${title}`,
    ...(share === null ? [] : [texts.ofDatabaseTime(shareText({ share }))]),
    texts.sinceUtc(minuteText(since)),
    ...(explained ? [texts.effectOfAnotherFinding] : []),
    ...(impact === '' ? [] : [impact]),
  ];
  return parts.join('; ');
}

interface Place {
  row: number;
  column: number;
}

/** The next cell that holds something in the direction of a key; null: the key is none of ours, or there is none. */
function nextCell(
  key: string,
  { row, column }: Place,
  has: (row: number, column: number) => boolean,
  { rows, columns }: { rows: number; columns: number },
): Place | null {
  const along = (places: Place[]) => places.find((place) => has(place.row, place.column)) ?? null;
  const range = (from: number, to: number) =>
    from <= to
      ? Array.from({ length: to - from + 1 }, (_, index) => from + index)
      : Array.from({ length: from - to + 1 }, (_, index) => from - index);
  const inRow = (list: number[]) => along(list.map((at) => ({ row, column: at })));
  const inColumns = (list: number[]) => {
    for (const at of list) {
      const nearest = range(0, columns - 1)
        .filter((one) => has(at, one))
        .sort((a, b) => Math.abs(a - column) - Math.abs(b - column))[0];
      if (nearest !== undefined) return { row: at, column: nearest };
    }
    return null;
  };
  switch (key) {
    case 'ArrowRight':
      return column + 1 < columns ? inRow(range(column + 1, columns - 1)) : null;
    case 'ArrowLeft':
      return column > 0 ? inRow(range(column - 1, 0)) : null;
    case 'ArrowDown':
      return row + 1 < rows ? inColumns(range(row + 1, rows - 1)) : null;
    case 'ArrowUp':
      return row > 0 ? inColumns(range(row - 1, 0)) : null;
    case 'Home':
      return inRow(range(0, columns - 1));
    case 'End':
      return inRow(range(columns - 1, 0));
    default:
      return null;
  }
}

import { counted, formatBytes } from '../../shared/base/units';
import type { Chunks } from '../../shared/chunks';
import type { Table } from '../../shared/snapshot';
import { texts } from './texts';

const width = 720;
const gap = 2;
const padding = 5;
const labelHeight = 14;
const mostHeight = 170;
/** More squares than this would be too small to be seen: each then stands for several chunks. */
const mostSquares = 1600;

/** A buffer pool as its instances and chunks, with what rounding added or a resize moves; in words too. */
export function PoolDrawing({ chunks }: { chunks: Chunks }) {
  const layout = layOut(chunks);
  const words = describePool(chunks);
  const titles = layerTitles(layout);
  return (
    <figure className="pool-drawing">
      <svg viewBox={`0 0 ${width} ${layout.height}`} role="img" aria-label={words}>
        {layout.boxes.map((box) => (
          <g key={box.index} transform={`translate(${box.x} ${box.y})`}>
            <rect className="pool-instance" width={box.width} height={box.height} rx="4" />
            {layout.labels && (
              <text className="pool-label" x={padding} y={labelHeight - 2}>
                {box.index + 1}
              </text>
            )}
            {box.squares.map((square) => (
              <rect
                key={square.index}
                className={`pool-chunk pool-chunk-${square.layer}`}
                x={square.x}
                y={square.y}
                width={layout.side}
                height={layout.side}
                rx={Math.min(3, layout.side / 6)}
              />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <span className="pool-words">{words}</span>
        {layout.perSquare > 1 && (
          <span className="soft"> {texts.eachSquareStandsForChunks(layout.perSquare)}</span>
        )}
        {titles.length > 0 && (
          <span className="pool-legend">
            {titles.map(({ layer, title }) => (
              <span key={layer}>
                <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                  <rect
                    className={`pool-chunk pool-chunk-${layer}`}
                    x="1"
                    y="1"
                    width="10"
                    height="10"
                    rx="2"
                  />
                </svg>{' '}
                {title}
              </span>
            ))}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** What the drawing shows, in bytes: what was asked for, or runs now, and what it becomes. */
export function poolNumbers({ at, input, effective }: Chunks): Table {
  const { sizeBytes, chunkBytes, instances, chunksPerInstance, totalChunks, sizeMaxBytes } = effective;
  const before = at === 'start' ? input.sizeBytes : input.currentSizeBytes;
  return {
    columns: ['what', at === 'start' ? texts.askedFor : 'now', 'becomes'],
    rows: [
      ['size', before ?? null, sizeBytes],
      ['instances', input.instances ?? null, instances],
      ['chunk', input.chunkBytes ?? null, chunkBytes],
      [texts.chunksOfAnInstance, null, chunksPerInstance],
      ['chunks', null, totalChunks],
      [texts.upperBound, input.sizeMaxBytes ?? null, sizeMaxBytes],
    ],
  };
}

/** The drawing in words: `8 instances of 10 chunks of 128 MiB: 80 chunks, 10 GiB.` */
function describePool({ at, accepted, input, effective }: Chunks): string {
  const { sizeBytes, chunkBytes, instances, chunksPerInstance, totalChunks, sizeMaxBytes } = effective;
  if (sizeBytes === 0) return texts.theServerDoesNotStart;
  const parts: string[] = [];
  if (chunkBytes !== null && totalChunks !== null && chunksPerInstance !== null) {
    const each = `${counted(chunksPerInstance, 'chunk')} of ${formatBytes(chunkBytes)}`;
    const count = instances ?? 1;
    parts.push(
      count === 1
        ? texts.oneInstanceOf(each, formatBytes(sizeBytes))
        : `${counted(count, 'instance')} of ${each}: ${counted(totalChunks, 'chunk')}, ${formatBytes(sizeBytes)}.`,
    );
  } else if (instances !== null && instances > 1) {
    parts.push(
      `${counted(instances, 'instance')} of ${formatBytes(sizeBytes / instances)}: ${formatBytes(sizeBytes)}.`,
    );
  } else {
    parts.push(texts.onePoolOfWithoutChunks(formatBytes(sizeBytes)));
  }
  if (sizeMaxBytes !== null && sizeMaxBytes > sizeBytes) {
    parts.push(texts.itMayGrowToWhile(formatBytes(sizeMaxBytes)));
  }
  const before = at === 'start' ? input.sizeBytes : input.currentSizeBytes;
  const difference = before === undefined || !accepted ? 0 : sizeBytes - before;
  if (difference !== 0) {
    const amount = formatBytes(Math.abs(difference));
    if (at === 'start') {
      parts.push(difference > 0 ? texts.comeByRounding(amount) : texts.lessThanAskedFor(amount));
    } else parts.push(difference > 0 ? texts.areAdded(amount) : texts.areReleased(amount));
  }
  return parts.join(' ');
}

type Layer = 'held' | 'rounded' | 'added' | 'removed';

interface Layout {
  at: Chunks['at'];
  height: number;
  side: number;
  perSquare: number;
  labels: boolean;
  boxes: {
    index: number;
    x: number;
    y: number;
    width: number;
    height: number;
    squares: { index: number; x: number; y: number; layer: Layer }[];
  }[];
}

function layOut({ at, input, effective }: Chunks): Layout {
  const instances = Math.max(1, effective.instances ?? 1);
  const chunk = effective.chunkBytes;
  const size = effective.sizeBytes;
  const before = (at === 'start' ? input.sizeBytes : input.currentSizeBytes) ?? size;
  const drawnBytes = at === 'set' ? Math.max(size, before) : size;
  const chunksEach = chunk === null ? 1 : Math.max(1, Math.ceil(drawnBytes / chunk / instances));
  const perSquare = Math.max(1, Math.ceil((chunksEach * instances) / mostSquares));
  const squaresEach = Math.ceil(chunksEach / perSquare);
  const squareBytes = drawnBytes / instances / squaresEach;
  // A square belongs to what more than half of it is.
  const layerOf = (square: number) => layerAt((square + 0.5) * squareBytes * instances, { size, before, at });
  const columns = Math.min(instances, 8);
  const rows = Math.ceil(instances / columns);
  const boxWidth = (width - (columns - 1) * 6) / columns;
  const labels = instances > 1 && instances <= 32;
  const head = padding + (labels ? labelHeight : 0);
  const laidOut = (side: number) => {
    const across = Math.max(1, Math.floor((boxWidth - 2 * padding + gap) / (side + gap)));
    const down = Math.ceil(squaresEach / across);
    const boxHeight = head + down * (side + gap) - gap + padding;
    return { across, boxHeight, height: rows * (boxHeight + 6) - 6 };
  };
  let side = 28;
  while (side > 3 && (laidOut(side).height > mostHeight || side > boxWidth - 2 * padding)) side -= 1;
  const { across, boxHeight, height } = laidOut(side);
  const squares = Array.from({ length: squaresEach }, (_, index) => ({
    index,
    x: padding + (index % across) * (side + gap),
    y: head + Math.floor(index / across) * (side + gap),
    layer: layerOf(index),
  }));
  return {
    at,
    height,
    side,
    perSquare,
    labels,
    boxes: Array.from({ length: instances }, (_, index) => ({
      index,
      x: (index % columns) * (boxWidth + 6),
      y: Math.floor(index / columns) * (boxHeight + 6),
      width: boxWidth,
      height: boxHeight,
      squares,
    })),
  };
}

function layerAt(
  bytes: number,
  { size, before, at }: { size: number; before: number; at: Chunks['at'] },
): Layer {
  if (bytes > size) return 'removed';
  if (bytes > before) return at === 'start' ? 'rounded' : 'added';
  return 'held';
}

/** What the kinds of squares mean, where there is more than one. */
function layerTitles({ at, boxes }: Layout): { layer: Layer; title: string }[] {
  const found = new Set(boxes[0]?.squares.map(({ layer }) => layer));
  if (found.size < 2) return [];
  const all: { layer: Layer; title: string }[] = [
    { layer: 'held', title: at === 'start' ? texts.askedFor : 'stays' },
    { layer: 'rounded', title: texts.addedByRounding },
    { layer: 'added', title: 'added' },
    { layer: 'removed', title: 'released' },
  ];
  return all.filter(({ layer }) => found.has(layer));
}

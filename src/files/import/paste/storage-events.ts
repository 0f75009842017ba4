import { parseSize } from '../../../shared/base/units';
import type { StatedSpace } from '../piece';

/** What RDS writes as an event: `... is low at 3% of the provisioned storage [Provisioned Storage: 193.85 GB, Free Storage: 5.96 GB]`. */
const low =
  /\[Provisioned Storage: (\d{1,9}(?:\.\d{1,4})?) ([MGT])B, Free Storage: (\d{1,9}(?:\.\d{1,4})?) ([MGT])B\]/i;

/** Room on the volume of a managed server, as its events state it; the latest counts. Push lines, then `end()`. */
export class StorageEvents {
  #space: StatedSpace | null = null;

  push(line: string): void {
    if (line.length > 4_000) return;
    const [, total = '', totalUnit = '', free = '', freeUnit = ''] = low.exec(line) ?? [];
    const [dataTotal, dataFree] = [`${total}${totalUnit}`, `${free}${freeUnit}`].map((text) =>
      parseSize(text),
    );
    if (dataTotal != null && dataFree != null)
      this.#space = { dataTotal: Math.round(dataTotal), dataFree: Math.round(dataFree) };
  }

  /** null: there is no such event. */
  end(): StatedSpace | null {
    return this.#space;
  }
}

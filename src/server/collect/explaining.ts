import { redactLiterals } from '../../evidence/redaction/text/sql-text';

/** A statement by its normalised text. */
interface Digest {
  schema: string;
  digest: string;
  text: string;
}

/** Which statements a snapshot may explain: none that was not reported before. */
export class Explaining {
  readonly allowed: boolean;
  readonly #tell: (texts: readonly string[]) => void;
  #planned: Set<string> | null = null;

  /** @param tell is given the statements, without their literals, before the first of them is explained */
  constructor(allowed: boolean, tell: (texts: readonly string[]) => void) {
    this.allowed = allowed;
    this.#tell = tell;
  }

  /** Shows them, unless there is a plan already. */
  plan(digests: readonly Digest[]): void {
    if (!this.allowed || this.#planned !== null) return;
    this.#planned = new Set(digests.map(keyOf));
    this.#tell(digests.map(({ text }) => redactLiterals(text)));
  }

  isPlanned(digest: Digest): boolean {
    return this.allowed && this.#planned?.has(keyOf(digest)) === true;
  }
}

function keyOf({ schema, digest }: Digest): string {
  return `${schema}\0${digest}`;
}

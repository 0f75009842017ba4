import { compareVersions, type ServerIdentity } from '../../../shared/server';
import { sqlName } from '../../../shared/writers/sql';

type Server = Pick<ServerIdentity, 'flavour' | 'version'>;

/** Asks for the roles in force; null: this server knows none (MySQL from 8.0, MariaDB from 10.0.5). */
export function currentRolesSql({ flavour, version }: Server): string | null {
  const from: [number, number, number] = flavour === 'mariadb' ? [10, 0, 5] : [8, 0, 0];
  return compareVersions(version, from) >= 0 ? 'SELECT CURRENT_ROLE()' : null;
}

/** One role of CURRENT_ROLE() in MySQL: `name`@`host`. */
const accountRoles = /^`(?:[^`]|``)+`@`(?:[^`]|``)*`(?:,`(?:[^`]|``)+`@`(?:[^`]|``)*`)*$/;

/** The roles of a session, given up while it sends what Latchkey did not write. */
export class GivenUpRoles {
  #state: 'unasked' | 'none' | 'held' | 'given-up' = 'unasked';
  #back = '';

  unasked(): boolean {
    return this.#state === 'unasked';
  }

  /** @returns what gives them up; null: there are none, or none that could be taken back */
  found(text: string, { flavour }: Server): string | null {
    this.#state = 'none';
    if (text === '' || text === 'NONE') return null;
    // MariaDB has one role in force, and shows its name without quotes.
    if (flavour === 'mariadb') this.#back = `SET ROLE ${sqlName(text).text}`;
    else if (accountRoles.test(text)) this.#back = `SET ROLE ${text}`;
    else return null;
    this.#state = 'held';
    return 'SET ROLE NONE';
  }

  /** They were given up. */
  gone(): void {
    this.#state = 'given-up';
  }

  /** Whether a right that is missing may be one of them. */
  needed(): boolean {
    return this.#state === 'given-up';
  }

  /** What takes them back, permanently. */
  back(): string {
    this.#state = 'none';
    return this.#back;
  }

  /** What takes them back, until more is sent; null: they were not given up. */
  over(): string | null {
    if (this.#state !== 'given-up') return null;
    this.#state = 'unasked';
    return this.#back;
  }
}

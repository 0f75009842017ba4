// Which service runs the server that a post is about: as its prose says, or as the form of a list gives away.
import type { Hosting } from '../../../shared/server';

interface Mention {
  hosting: Hosting;
  pattern: RegExp;
}

/**
 * What services print, and nobody else: `aws rds describe-db-parameters` (only cluster parameters have engine modes, only
 * Aurora has clusters), `az mysql flexible-server parameter list`, `gcloud sql instances describe`.
 */
const forms: readonly Mention[] = [
  {
    hosting: 'aurora',
    pattern: /"SupportedEngineModes"|"ParameterName"\s{0,10}:\s{0,10}"aurora_|\bDBClusterParameterGroup/,
  },
  { hosting: 'rds', pattern: /"ParameterName"\s{0,10}:|\{DBInstanceClassMemory\b/ },
  { hosting: 'azure', pattern: /Microsoft\.DBforMySQL\// },
  { hosting: 'cloudsql', pattern: /\bdatabaseVersion"?: ?"?MYSQL_\d/ },
];

const prose: readonly Mention[] = [
  {
    hosting: 'aurora',
    pattern:
      /\b(?:amazon|aws) aurora\b|\baurora[ -](?:mysql|instance|cluster|serverless)\b|\baurora (?:db|v[23])\b/i,
  },
  {
    hosting: 'rds',
    pattern:
      /\b(?:amazon|aws) rds\b|\brds[ -](?:mysql|mariadb|instance|server|database|for (?:mysql|mariadb))\b|\b(?:on|in|an|our|my) rds\b|\bdb\.[a-z]\d[a-z]{0,3}\.(?:micro|small|medium|\d{0,2}x?large)\b/i,
  },
  {
    hosting: 'cloudsql',
    pattern:
      /\b(?:google|gcp) cloud ?sql\b|\bcloud sql (?:for mysql|instance|mysql)\b|\b(?:on|in) cloud ?sql\b/i,
  },
  { hosting: 'azure', pattern: /\bazure database for mysql\b|\bazure mysql\b|\bazure flexible server\b/i },
];

/** Words that make it a service of another time or server, or one that is weighed against others. */
const another =
  /\b(?:from|migrat\w*|moved|moving|move|previous\w*|was|used to|instead|unlike|versus|vs|not|no|than|both|or|if|docs?|documentation|blog|would|could|should|considering|similar|like)\b/i;

/** Push lines of a text, then `end()`: the service that all of them name, or null. */
export class StatedHostingReader {
  readonly #formed = new Set<Hosting>();
  readonly #stated = new Set<Hosting>();

  push(line: string): void {
    const form = forms.find(({ pattern }) => pattern.test(line));
    if (form !== undefined) this.#formed.add(form.hosting);
    if (line.length > 500 || another.test(line)) return;
    for (const { hosting, pattern } of prose) if (pattern.test(line)) this.#stated.add(hosting);
  }

  end(): Hosting | null {
    // A cluster's list has instance-like entries too.
    if (this.#formed.has('aurora')) return 'aurora';
    const found = this.#formed.size > 0 ? this.#formed : this.#stated;
    const [first] = found;
    return found.size === 1 && first !== undefined ? first : this.#auroraIsRds(found);
  }

  /** Aurora is ordered, priced and spoken of as a part of RDS: an instance class says no more. */
  #auroraIsRds(found: ReadonlySet<Hosting>): Hosting | null {
    return found.size === 2 && found.has('aurora') && found.has('rds') ? 'aurora' : null;
  }
}

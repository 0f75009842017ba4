// Which server a post is about, as its prose says: "We run MySQL 8.0.28", "MariaDB 10.3 on a VPS".
import type { Flavour } from '../../../shared/server';

export interface StatedServer {
  flavour: Flavour;
  /** `8.0.28`, or `8.0` where the text does not say more. */
  version: string;
}

const mention =
  /\b(MySQL|MariaDB|Percona|InnoDB Cluster)(?: (?:Community|Enterprise|XtraDB Cluster|Cluster))?(?: Server)?(?: (?:version|v\.?))?(?: ?[:=] ?|[- ])?v?(\d{1,2}\.\d{1,2}(?:\.\d{1,3})?)\b/gi;
/** The banner of a client is as a rule of its server's version: `mysql  Ver 14.14 Distrib 5.7.38`, `Ver 15.1 Distrib 10.6.12-MariaDB`. */
const banner =
  /\bVer (?:\d{1,2}\.\d{1,2} Distrib )?(\d{1,2}\.\d{1,2}\.\d{1,3})(-MariaDB)?(?:[-\w.]{0,40})(?: for |,|$)/;
/**
 * A version behind a label, as clients, phpMyAdmin and people put it: `Server version: 5.5.62-0+deb8u1`, `Server: 5.7.38`,
 * `Server version 10.6.12-MariaDB`. With three numbers only: anything may be a server.
 */
const labelled =
  /(?<!\b(?:web|http|app|mail|ftp|game) )\b(?:server version(?: is|\s{0,4}[:=])?|server(?: is|\s{0,4}[:=])|(?:mysqld|mysql version|mariadb version|db version|database version)(?: is|\s{0,4}[:=])?)\s{1,20}v?(\d{1,2}\.\d{1,2}\.\d{1,3})(?![\d.])(-mariadb)?/i;
/** What the server writes into its error log when it has started: `Version: '5.7.44-log'  socket: ...  MySQL Community Server`. */
const started =
  /\bVersion: '(\d{1,2}\.\d{1,2}\.\d{1,3})([^']{0,60})' {1,4}socket: (?:.{0,200}(\bPercona Server\b))?/;
/** `10.6.12-MariaDB` by itself says all. */
const ofMariadb = /\b(1[0-2]\.\d{1,2}\.\d{1,3})-MariaDB\b/i;
/**
 * A version alone where a part of a sentence begins, as people list what they have: `sync_binlog=1, 8.0.32 on a VM`. Only
 * where nothing else names the server, and only numbers that no other program has that is usual beside it (PHP 8.0 to
 * 8.4 has patches, but none in such a list).
 */
const alone =
  /(?:^ ?|[,;(] ?)(?:version:? |v\.? ?)?(5\.[567]\.\d{2}|8\.0\.(?:1[1-9]|[2-4]\d)|8\.4\.\d|9\.\d\.\d|(?:10\.(?:[2-9]|1[01])|11\.[48])\.\d{1,2})(?=,| on | with | and |, |\)|$)/;
const otherPrograms =
  /\b(?:PHP|nginx|Apache|WordPress|Laravel|Node|Python|Ruby|Rails|Java|kernel|Ubuntu|Debian|CentOS|Redis|Postgres\w*|Magento|Drupal|Django|Go|Symfony|ProxySQL|HAProxy|Elastic\w*|Docker|Kubernetes)\b/i;
/** The tag of an image, in a compose file, a command or a sentence: `mysql:8.0.37`. */
const image =
  /(?:^|[\s"'(/])(mysql|mariadb|percona)(?:-server|\/mysql-server)?:(\d{1,2}\.\d{1,2}(?:\.\d{1,3})?)(?![\d.]*:)(?=[-\s"'),;.]|$)/i;
/** Words that make a version one of another time or server: anywhere in its sentence, or right before the name. */
const another =
  /\b(?:upgrad\w*(?! (?:of |the |our |my |an? ){0,3}(?:app|application|code|clients?|driver|connector|php|java|framework|site)\b)|migrat\w*|moved|moving|older|newer|previous\w*|used to|both|docs?|manual|documentation|bug|todo|changed|removed|deprecated|added|introduced|as of|next|later|wants?)\b/i;
const before =
  /\b(?:before|until|since|than|to|from|earlier|not|no|was|needs?|requires?|supports?|defaults? (?:of|in)|in) {1,4}(?:at least )?$/i;
const behind = /^ {0,4}(?:(?:needs?|requires?|supports?|or later|and later|onwards?|defaults?|was)\b|\+)/i;
/** What has been done leaves the version that it went to: "upgraded from 5.7 to MySQL 8.0.36 last week". */
const wentTo =
  /(?<!\b(?:to|will|can|be|should|must|get|getting|not|not yet) )\b(?:upgraded|migrated|moved|updated|switched)\b[^!?]{0,80}?\bto {1,4}/i;
/** An end of a sentence: not the dots of a version, nor those of "v." or "ver.". */
const sentenceEnd = /(?<=[^\s.]{2})[.!?;](?=\s|$)/;
const flavours: Readonly<Record<string, Flavour>> = {
  mysql: 'mysql',
  mariadb: 'mariadb',
  percona: 'percona',
  'innodb cluster': 'mysql',
};
const series: Readonly<Record<Flavour, RegExp>> = {
  mysql: /^(?:5\.[01567]|[89]\.\d)$/,
  percona: /^(?:5\.[1567]|8\.\d)$/,
  mariadb: /^(?:5\.[1235]|1[0-2]\.\d{1,2})$/,
};

/** Push lines of prose, then `end()`: the server that all of them name, or null. */
export class StatedServerReader {
  readonly #stated: StatedServer[] = [];
  readonly #alone: StatedServer[] = [];

  push(line: string): void {
    if (line.length > 500 || !/\d\.\d/.test(line)) return;
    for (const sentence of line.split(sentenceEnd)) this.#pushSentence(sentence);
  }

  #pushSentence(whole: string): void {
    const [went] = wentTo.exec(whole) ?? [];
    const line = went === undefined ? whole : whole.slice(whole.indexOf(went) + went.length);
    if (another.test(line)) return;
    const [, shipped, suffix] = banner.exec(line) ?? [];
    if (shipped !== undefined) this.#pushOfSeries(suffix === undefined ? 'mysql' : 'mariadb', shipped);
    const [, ready, tail = '', percona] = started.exec(line) ?? [];
    if (ready !== undefined)
      this.#pushOfSeries(
        /mariadb/i.test(tail) ? 'mariadb' : percona === undefined ? 'mysql' : 'percona',
        ready,
      );
    this.#pushLabelled(line);
    const [, bare] = otherPrograms.test(line) ? [] : (alone.exec(line) ?? []);
    if (bare !== undefined)
      this.#alone.push({ flavour: /^1\d\./.test(bare) ? 'mariadb' : 'mysql', version: bare });
    const [, made = '', tag] = image.exec(line) ?? [];
    if (tag !== undefined) this.#pushOfSeries(flavours[made.toLowerCase()] ?? 'mysql', tag);
    for (const { 0: all, index, 1: name = '', 2: version = '' } of line.matchAll(mention)) {
      if (before.test(line.slice(Math.max(0, index - 24), index))) continue;
      if (behind.test(line.slice(index + all.length, index + all.length + 20))) continue;
      const flavour = flavours[name.toLowerCase()] ?? 'mysql';
      this.#pushOfSeries(flavour, version);
    }
  }

  #pushLabelled(line: string): void {
    const [, own] = ofMariadb.exec(line) ?? [];
    const [, version = own, suffix] = labelled.exec(line) ?? [];
    if (version === undefined) return;
    const mariadb = suffix !== undefined || own !== undefined || /^1[0-2]\./.test(version);
    const flavour = mariadb ? 'mariadb' : /percona/i.test(line) ? 'percona' : 'mysql';
    this.#pushOfSeries(flavour, version);
  }

  #pushOfSeries(flavour: Flavour, version: string): void {
    if (series[flavour].test(seriesOf(version))) this.#stated.push({ flavour, version });
  }

  end(): StatedServer | null {
    // "MySQL 8.0" and "MySQL 8.0.28" are one server, the latter says more.
    const stated = this.#stated.length > 0 ? this.#stated : this.#alone;
    const [longest] = [...stated].sort((a, b) => b.version.length - a.version.length);
    if (longest === undefined) return null;
    const agree = stated.every(
      ({ flavour, version }) =>
        flavour === longest.flavour && (version === longest.version || version === seriesOf(longest.version)),
    );
    return agree ? longest : null;
  }
}

/** `8.0` of `8.0.28`. */
export function seriesOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

// What kind of storage the server has, as people say it: "a single SATA 7200rpm disk", "NVMe SSDs", "a gp3 volume".
import type { StorageKind } from '../../../shared/snapshot';
import { withoutSettings } from './stated-machine';

/** What is reached over a network is that, whatever is at its other end. */
const network =
  /\b(?:EBS|gp[23]|io[12] volumes?|NFS|iSCSI|Ceph|persistent disks?|network(?:ed|[- ]attached)? (?:storage|disks?|volumes?)|Premium SSD|managed disks?)\b/i;
/** A word of many languages and places in other letters. */
const storageNetwork = /\bSAN\b/;
const drives: readonly { kind: StorageKind; pattern: RegExp }[] = [
  { kind: 'nvme', pattern: /\bNVMe\b/i },
  { kind: 'ssd', pattern: /\b(?<!NVMe )(?:SSDs?|solid[- ]state|flash storage)\b/i },
  {
    kind: 'hdd',
    pattern:
      /\b(?:HDDs?|spinning (?:disks?|drives?|rust)|rotational (?:disks?|drives?)|mechanical (?:disks?|drives?)|hard (?:disks?|drives?)|(?:5[.,]?400|7[.,]?200|10k|10[.,]?000|15k|15[.,]?000) ?(?:rpm|(?:SATA |SAS )?(?:disks?|drives?)))\b/i,
  },
];
/** A storage of another time, server or purpose, or one that is only thought of. */
const another =
  /\?|\b(?:should|would|could|might|if|buy|mov\w{1,3}|migrat\w{1,5}|upgrad\w{1,4}|switch\w{0,3}|replac\w{1,3}|from|old|new|was|used to|instead|than|versus|vs|backups?|clients?|laptop|desktop|example|typical\w*|recommend\w*|for SSDs?|not|no)\b/i;
/** Rows and output of programs, and comments and assignments, are no prose. */
const ofRows = /[|\t]|\d:\d\d:\d\d/;
const noProse = /^\s*(?:[#;|+*]|--|\/\/)|=/;

/** Push lines of prose, then read `kind`: it counts where every sentence that names one names the same; NVMe drives are SSDs. */
export class StatedStorage {
  readonly #found = new Set<StorageKind>();

  push(given: string): void {
    if (given.length > 2_000 || ofRows.test(given)) return;
    const line = withoutSettings(given);
    if (noProse.test(line)) return;
    for (const sentence of line.split(/(?<=[.!?;]) (?=\p{Lu})/u)) {
      const named = kindsIn(sentence);
      if (named.length > 0 && !another.test(sentence)) for (const kind of named) this.#found.add(kind);
    }
  }

  get kind(): StorageKind | undefined {
    const found = [...this.#found].filter((kind) => kind !== 'ssd' || !this.#found.has('nvme'));
    return found.length === 1 ? found[0] : undefined;
  }
}

function kindsIn(sentence: string): StorageKind[] {
  if (network.test(sentence) || storageNetwork.test(sentence)) return ['network'];
  return drives.flatMap(({ kind, pattern }) => (pattern.test(sentence) ? [kind] : []));
}

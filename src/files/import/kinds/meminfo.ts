import type { FileKind } from './kind';

/** /proc/meminfo, as pt-stalk saves it each second. */
export const meminfo: FileKind = {
  id: 'meminfo',
  title: 'memory of the host',
  // Beside settings or counters of a server it is part of a paste; a prompt or another line of the machine is nothing more.
  matches: (head) => {
    if (!/^MemTotal: +\d+ kB$/m.test(head) || !/^MemFree: /m.test(head)) return false;
    const others = head
      .split('\n')
      .slice(0, -1)
      .filter((line) => !/^\s*$|^TS \d|^[\w()]{2,40}: +\d+(?: kB)?\r?$/.test(line));
    return others.length <= 3 && !others.some((line) => /\w_\w/.test(line));
  },
  read: async (text, _name, _context, emit) => {
    const kib = /^MemTotal: +(\d+) kB$/m.exec(text.head)?.[1];
    if (kib === undefined) return { found: [], remarks: [] };
    emit({ kind: 'host', memoryBytes: Number(kib) * 1024 });
    return { found: ['total memory'], remarks: [] };
  },
};

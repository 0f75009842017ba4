import type { FileKind } from './kind';

/** /proc/meminfo, as pt-stalk saves it each second. */
export const meminfo: FileKind = {
  id: 'meminfo',
  title: 'memory of the host',
  // Beside other lines it is part of a paste.
  matches: (head) =>
    /^MemTotal: +\d+ kB$/m.test(head) &&
    /^MemFree: /m.test(head) &&
    head
      .split('\n')
      .slice(0, -1)
      .every((line) => /^\s*$|^TS \d|^[\w()]{2,40}: +\d+(?: kB)?\r?$/.test(line)),
  read: async (text, _name, _context, emit) => {
    const kib = /^MemTotal: +(\d+) kB$/m.exec(text.head)?.[1];
    if (kib === undefined) return { found: [], remarks: [] };
    emit({ kind: 'host', memoryBytes: Number(kib) * 1024 });
    return { found: ['total memory'], remarks: [] };
  },
};

import type { FileKind } from './kind';

/** /proc/meminfo, as pt-stalk saves it each second. */
export const meminfo: FileKind = {
  id: 'meminfo',
  title: 'memory of the host',
  matches: (head) => /^MemTotal: +\d+ kB$/m.test(head) && /^MemFree: /m.test(head),
  read: async (text, _name, _context, emit) => {
    const kib = /^MemTotal: +(\d+) kB$/m.exec(text.head)?.[1];
    if (kib === undefined) return { found: [], remarks: [] };
    emit({ kind: 'host', memoryBytes: Number(kib) * 1024 });
    return { found: ['total memory'], remarks: [] };
  },
};

import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/**
 * Names this boot of the machine, so that a process id in the journal is not taken for a process of an earlier boot.
 * Linux shows it exactly (proc(5), /proc/sys/kernel/random/boot_id); elsewhere it is the boot time to the minute.
 */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `boot-${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
  }
}

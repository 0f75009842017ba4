// Loaded before a program (`node --import`): says at its end how much memory it held at most (MiB), and how many seconds
// of processors it took.
import { readFileSync, writeFileSync } from 'node:fs';

// maxRSS of getrusage() also counts the parent's memory at the time of the fork.
process.on('exit', () => {
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'));
  const { user, system } = process.cpuUsage();
  writeFileSync(
    process.env.PEAK_MEMORY_FILE ?? '/dev/stderr',
    `${Number(peak?.[1]) / 1024} ${(user + system) / 1e6}`,
  );
});

/** The uptime that a server reported at a moment. */
export interface UptimeReading {
  timeMs: number;
  /** Whole seconds, as `Uptime` has them. */
  uptimeSeconds: number;
}

/** Both readings are cut to whole seconds, and an answer may be late. */
const toleranceSeconds = 2.5;

/**
 * Whether the server was restarted between two readings: then its uptime is shorter than the time that went by makes
 * it. A server that was down for long may already be up for longer than it was at the reading before.
 */
export function wasRestarted(before: UptimeReading, after: UptimeReading): boolean {
  const passed = (after.timeMs - before.timeMs) / 1000;
  return (
    after.uptimeSeconds < before.uptimeSeconds ||
    after.uptimeSeconds < before.uptimeSeconds + passed - toleranceSeconds
  );
}

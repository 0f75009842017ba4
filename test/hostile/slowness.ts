/** What the loop below takes on the class of machine that the budgets are of, seconds. */
const usual = 0.25;

/**
 * How many times slower this machine is at the moment than the one that the budgets are of; at least 1. A virtual machine may
 * be ten times slower in one hour than in another.
 */
export function slowness(): number {
  const before = process.cpuUsage();
  let sum = 0;
  for (let index = 0; index < 3e8; index += 1) sum += index & 7;
  const { user } = process.cpuUsage(before);
  return sum > 0 ? Math.max(1, user / 1e6 / usual) : 1;
}

/** Whether it took no longer than promised, on a machine that is as slow as this one. */
export function isWithin(seconds: number, limit: number): boolean {
  return seconds <= limit || seconds <= limit * slowness();
}

/** Why an imported capture does not hold every row of its section. What is said of all of them then is of those that it holds. */
export const leftOut = {
  selected: 'only the rows that were selected',
  slowLog: 'from a slow log: only the statements that it holds',
} as const;

/** Whether rows are missing because somebody chose those that are there, or a log holds no others. */
export function isSelection(truncated: string | undefined): boolean {
  return Object.values<string | undefined>(leftOut).includes(truncated);
}

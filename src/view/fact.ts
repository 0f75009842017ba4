/** A line of a table of facts: what, and what it is. */
export interface Fact {
  name: string;
  value: string;
}

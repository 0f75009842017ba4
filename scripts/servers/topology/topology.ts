import type { RunningServer } from '../index.ts';

/** Servers that replicate with each other. */
export interface Topology {
  /** In the order in which they were started: the first node, primary or source first. */
  readonly members: readonly RunningServer[];
  /** Member by position. @throws Error when there are fewer */
  member(index: number): RunningServer;
  /** Ends all of them and removes their folders. */
  stop(): Promise<void>;
}

/** A topology over a list that its starter still fills. */
export function topologyOf(members: RunningServer[]): Topology {
  return {
    members,
    member: (index) => {
      const found = members[index];
      if (found === undefined) throw new Error(`no member ${index} among ${members.length}`);
      return found;
    },
    stop: async () => {
      await Promise.all(members.splice(0).map((server) => server.stop()));
    },
  };
}

import type { z } from 'zod';
import type { ProfilePlan } from '../../server';
import type { ConsentWithoutLock } from '../../server/change';
import type { ChangePlan } from '../../shared/change';
import type { ProbePlan } from '../../shared/probe';
import type { JobContext } from '../../shared/progress';

/** A change of a server as a person is shown it, before any statement of it is sent. */
export interface ProposedChange {
  plan: ChangePlan;
  /** Sentences to be read besides those of the plan. */
  remarks: string[];
  /** Everything that a probe would do. */
  probe?: ProbePlan;
}

/** How a call asks a person while it runs. Where one is absent, only what the input agrees to is done. */
export interface Ask {
  /** @returns whether the statements may be sent */
  change?(proposed: ProposedChange): Promise<boolean>;
  /** @returns whether the command may be run that samples the stacks of the server */
  profile?(plan: ProfilePlan): Promise<boolean>;
  /** @returns whether values may be restored although someone else holds the server's lock for changes */
  withoutLock?: ConsentWithoutLock;
}

/** What every call is given besides its input. */
export interface CallContext extends JobContext {
  ask?: Ask;
  /** File that a snapshot made by the call is written to; absent: the history keeps it. */
  writeTo?: string;
}

/** The handlers of a part of the RPC contract: one for each call that the engine answers. */
export type HandlersOf<C extends Record<string, { by: string; input: z.ZodType; output: z.ZodType }>> = {
  [N in keyof C as C[N]['by'] extends 'engine' ? N : never]: (
    input: z.input<C[N]['input']>,
    context: CallContext,
  ) => Promise<z.output<C[N]['output']>>;
};

import type { SectionId } from '../../../evidence/sections';
import type { HostFactName } from '../../../shared/snapshot';

/**
 * An input that a fact declares: a variable, a status variable (level, counter or series of that name), a section, a
 * fact of the host, another fact, the sampled sessions by wait, the sampled series of the host, what deep mode
 * enabled for the snapshot, or the history that it carries.
 */
export type Need =
  | `variable.${string}`
  | `status.${string}`
  | `section.${SectionId}`
  | `host.${HostFactName}`
  | `fact.${string}`
  | 'samples.sessions'
  | 'samples.host'
  | 'snapshot.deep'
  | 'snapshot.history';

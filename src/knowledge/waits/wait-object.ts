/** A synchronisation object, or a family that guards one thing, under all its names in the performance schema. */
export interface WaitObject {
  /** Short name by which people know it. */
  id: string;
  title: string;
  /** Event names without the leading `wait/`. Flavours and versions name the same thing differently. */
  events: readonly RegExp[];
  /** What it protects, or what a thread that waits here waits for. */
  guards: string;
  /** What relieves it, in order of preference. Never a loss of durability without saying so. */
  lever: string;
  /** Variables that the lever names. Which of them a server has, the variable catalog tells. */
  variables: readonly string[];
  /** The experiment that can prove or disprove the lever. */
  probe: string | null;
  source: string;
}

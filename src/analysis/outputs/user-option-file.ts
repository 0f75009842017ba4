import type { OptionTree } from '../../knowledge/option-file';

/** The option file that a plan is written into. */
export interface UserOptionFile {
  path: string;
  text: string;
  /** With all that it includes, where that was read: the line that decides is then edited where it stands. */
  tree?: OptionTree;
}

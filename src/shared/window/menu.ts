import { z } from 'zod';

/** Commands of the menu that the window carries out, beside its pages. */
export const menuCommandSchema = z.enum([
  'palette',
  'take-snapshot',
  'open-snapshot',
  'import',
  'paste',
  'shortcuts',
  'tour',
]);
export type MenuCommand = z.infer<typeof menuCommandSchema>;

/** Each command as the menu has it. `does`: what the list of keys says of its key. */
export const menuCommands = {
  palette: {
    label: 'Commands…',
    accelerator: 'CmdOrCtrl+K',
    does: 'Commands: any page, finding, snapshot or command by its name',
  },
  'take-snapshot': { label: 'Take snapshot…', accelerator: 'CmdOrCtrl+N', does: 'Take a snapshot' },
  'open-snapshot': { label: 'Open snapshot…', accelerator: 'CmdOrCtrl+O', does: 'Open a snapshot' },
  import: { label: 'Import…', accelerator: 'CmdOrCtrl+I', does: "Import another tool's files" },
  paste: { label: 'Paste…', accelerator: null, does: 'Paste status and variables as text' },
  shortcuts: { label: 'Keyboard shortcuts', accelerator: 'CmdOrCtrl+/', does: 'This list' },
  tour: { label: 'Tour', accelerator: null, does: 'A short walk through the pages on a sample' },
} as const satisfies Record<MenuCommand, { label: string; accelerator: string | null; does: string }>;

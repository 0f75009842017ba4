import { z } from 'zod';
import { counted } from './base/units';
import { connectionTargetSchema } from './connection';

export const journalSchemaName = 'latchkey/journal/1';

export const changePurposeSchema = z.enum(['apply', 'probe', 'deep']);
export type ChangePurpose = z.infer<typeof changePurposeSchema>;

/** How a value is written in a SET: bare (`= 200`) or quoted (`= 'ON'`). Servers refuse the wrong one (error 1232). */
export const valueTypeSchema = z.enum(['number', 'text']);
export type ValueType = z.infer<typeof valueTypeSchema>;

/**
 * How far a journal item has come. `setting` and `restoring` are written before the statement is sent: found by a
 * later process, they mean that the value may be anything that the server made of the statement.
 */
export const itemStateSchema = z.enum(['planned', 'setting', 'set', 'restoring', 'restored']);
export type ItemState = z.infer<typeof itemStateSchema>;

/** A global variable to be restored. Values are as the server prints them. */
export const globalVariableItemSchema = z.object({
  kind: z.literal('global-variable'),
  variable: z.string(),
  type: valueTypeSchema,
  original: z.string(),
  /** What was asked for; null for a variable that the server may also change with another. */
  proposed: z.string().nullable(),
  /** What the server made of it, by read-back; null: not read back (yet), or never moved. */
  stored: z.string().nullable(),
  state: itemStateSchema,
});
export type GlobalVariableItem = z.infer<typeof globalVariableItemSchema>;

/** What a server enables and disables row by row: Performance Schema set-up, InnoDB's own counters. */
export const instrumentGroupSchema = z.enum(['setup_instruments', 'setup_consumers', 'innodb_metrics']);
export type InstrumentGroup = z.infer<typeof instrumentGroupSchema>;

/**
 * Rows of one group to be restored. A row's position is `ON` or `OFF`; of an instrument with its timing `ON+TIMED`,
 * `OFF+TIMED` where that can be switched.
 */
export const instrumentsItemSchema = z.object({
  kind: z.literal('switches'),
  group: instrumentGroupSchema,
  rows: z.array(
    z.object({
      name: z.string(),
      original: z.string(),
      proposed: z.string(),
      /** Further positions, where several arms of one probe switch the row. */
      also: z.array(z.string()).optional(),
    }),
  ),
  state: itemStateSchema,
});
export type InstrumentsItem = z.infer<typeof instrumentsItemSchema>;

/** A schema that Latchkey makes for its own load, did not exist before, and is dropped with all its tables. */
export const scratchSchemaItemSchema = z.object({
  kind: z.literal('own-schema'),
  name: z.string().regex(/^latchkey_\w+$/),
  /** It holds the event by which the server itself restores everything. */
  deadMansSwitch: z.boolean().optional(),
  state: itemStateSchema,
});
export type ScratchSchemaItem = z.infer<typeof scratchSchemaItemSchema>;

/** One thing to be restored, by kind. */
export const journalItemSchema = z.discriminatedUnion('kind', [
  globalVariableItemSchema,
  instrumentsItemSchema,
  scratchSchemaItemSchema,
]);
export type JournalItem = z.infer<typeof journalItemSchema>;

export const changeStatementSchema = z.object({
  at: z.string(),
  sql: z.string(),
  /**
   * It was sent so that the server carries it out only on the same connection to the same server, and while the
   * variables have the values expected of them.
   */
  guarded: z.boolean().optional(),
  error: z.string().optional(),
});
export type ChangeStatement = z.infer<typeof changeStatementSchema>;

/** A change that must be restored: written and synced before the first SET, removed after read-back proves the restore. */
export const journalEntrySchema = z.object({
  schema: z.literal(journalSchemaName),
  id: z.string(),
  /** Counts how often the entry was written; of two copies the one with more counts. Absent in entries of old. */
  revision: z.number().int().optional(),
  purpose: changePurposeSchema,
  /** `kept`: an applied change that stays; its entry is the undo record and is never restored unasked. */
  phase: z.enum(['changing', 'restoring', 'kept']),
  createdAt: z.string(),
  target: connectionTargetSchema,
  /** False: connecting to the target takes no password or passphrase from a person. Absent in entries of old: not known. */
  needsSecrets: z.boolean().optional(),
  serverKey: z.string(),
  /** Start time of the server process; another one means that the server restarted and forgot SET GLOBAL. */
  serverStartedAt: z.string(),
  /** Connection on the server that took its lock `latchkey` for the entry last; it may hold it yet. */
  connectionId: z.number().int().nullable(),
  /** The process at work on the entry; null when nobody is. */
  owner: z.object({ pid: z.number().int(), bootId: z.string(), heartbeatAt: z.string() }).nullable(),
  items: z.array(journalItemSchema),
  statements: z.array(changeStatementSchema),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

export const restoreOutcomeSchema = z.object({
  entryId: z.string(),
  status: z.enum(['restored', 'not-needed', 'pending']),
  detail: z.string(),
  restored: z.array(z.string()),
  remaining: z.array(z.object({ variable: z.string(), original: z.string(), reason: z.string() })),
});
export type RestoreOutcome = z.infer<typeof restoreOutcomeSchema>;

/** The connection that holds the server's lock for changes, as far as an account may know it. */
export interface LockHolder {
  connectionId: number;
  /** null: the account may not see other accounts' connections (privilege PROCESS). */
  account: string | null;
  /** `asleep for 300 s`, or what it does; null as above. */
  doing: string | null;
}

/** `connection 17 of eve@10.0.0.9, asleep for 300 s`. */
export function holderText({ connectionId, account, doing }: LockHolder): string {
  return [
    `connection ${connectionId}${account === null ? '' : ` of ${account}`}`,
    ...(doing === null ? [] : [doing]),
  ].join(', ');
}

/** What a journal item changes, for people: a variable's name, or how many rows of what. */
export function describeItem(item: JournalItem): string {
  switch (item.kind) {
    case 'global-variable':
      return item.variable;
    case 'switches':
      return `${counted(item.rows.length, 'row')} of ${item.group}`;
    case 'own-schema':
      return `schema ${item.name}`;
  }
}

/** How a journal item was before the change, for people. */
export function describeOriginal(item: JournalItem): string {
  switch (item.kind) {
    case 'global-variable':
      return item.original;
    case 'switches':
      return 'as before';
    case 'own-schema':
      return 'absent';
  }
}

/** What is left to do of an entry that could not be worked on: all that may stand otherwise than before. */
export function pendingOutcome(entry: JournalEntry, why: string): RestoreOutcome {
  const begun = entry.items.some(({ state }) => state !== 'planned');
  // What nobody asked for may have been also changed by what was set.
  const due = entry.items.filter(
    (item) =>
      item.state !== 'restored' &&
      (item.state !== 'planned' || (begun && item.kind === 'global-variable' && item.proposed === null)),
  );
  return {
    entryId: entry.id,
    status: 'pending',
    detail: `The original values could not be restored: ${why}`,
    restored: [],
    remaining: due.map((item) => ({
      variable: describeItem(item),
      original: describeOriginal(item),
      reason: why,
    })),
  };
}

/** What a change would do, for the person who has to consent. Nothing has been changed yet. */
export const changePlanSchema = z.object({
  purpose: changePurposeSchema,
  serverKey: z.string(),
  changes: z.array(
    z.object({
      variable: z.string(),
      type: valueTypeSchema,
      current: z.string(),
      proposed: z.string(),
      /** Open sessions keep their value of a variable that has session scope. */
      scope: z.enum(['global', 'both']),
      durability: z.boolean(),
      /** What the server said in the dry run, e.g. that it will truncate the value. */
      remarks: z.array(z.string()),
    }),
  ),
  /** Further variables that these statements may move; they are restored too. */
  mayMove: z.array(
    z.object({
      variable: z.string(),
      type: valueTypeSchema,
      current: z.string(),
      movedBy: z.array(z.string()),
    }),
  ),
  /** Rows of set-up tables and counters that will be switched. */
  instruments: z.array(
    z.object({
      group: instrumentGroupSchema,
      rows: z.array(
        z.object({
          name: z.string(),
          original: z.string(),
          proposed: z.string(),
          also: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
  /** Where one journal entry serves several settings in turn; `changes` then has a line for each value of a variable. */
  arms: z
    .array(
      z.object({
        name: z.string(),
        settings: z.array(z.object({ variable: z.string(), value: z.string() })),
        instruments: z.array(z.object({ group: instrumentGroupSchema, rows: z.number().int() })),
      }),
    )
    .optional(),
  /** Variables that may stay in force at the end; all others are restored. Absent: everything is. */
  staying: z.array(z.string()).optional(),
  /** A schema that is made and dropped again. */
  scratchSchema: z.string().optional(),
  /** An event of the server, in that schema, that restores everything when Latchkey is not heard of for so long. */
  deadMansSwitch: z.object({ seconds: z.number().int(), createSql: z.string() }).optional(),
  /** In the order in which they will be sent. */
  statements: z.array(z.string()),
  restoreStatements: z.array(z.string()),
  privileges: z.array(
    z.object({
      privilege: z.string(),
      variables: z.array(z.string()),
      held: z.boolean(),
      grant: z.string(),
    }),
  ),
  risks: z.array(z.string()),
});
export type ChangePlan = z.infer<typeof changePlanSchema>;

/** What an entry of the journal restores: what merely might have changed with it, and did not, is nothing to restore. */
export function toRestore({ items }: Pick<JournalEntry, 'items'>): JournalEntry['items'] {
  return items.filter(
    (item) => item.kind !== 'global-variable' || item.proposed !== null || item.stored !== null,
  );
}

import { z } from 'zod';
import { errorDocumentSchema } from '../base/error';
import { progressSchema } from '../progress';
import { menuCommandSchema } from '../window/menu';
import { mainPages } from '../window/pages';
import { analysisContract } from './analysis';
import { appContract } from './app';
import { changeContract } from './change';
import { chunksContract } from './chunks';
import { compareContract } from './compare';
import { connectionContract } from './connection';
import { decisionsContract } from './decisions';
import { fleetContract } from './fleet';
import { historyContract } from './history';
import { importContract } from './import';
import { metricsContract } from './metrics';
import { planContract } from './plan';
import { probeContract } from './probe';
import { proofContract } from './proof';
import { recordingContract } from './recording';
import { reportContract } from './report';
import { rulesContract } from './rules';
import { snapshotContract } from './snapshot';
import { watchContract } from './watch';
import { windowContract } from './window';
import { workContract } from './work';

/** Every call between the window and the processes behind it. Preload, main and the engine's process are built from this table. */
export const rpcContract = {
  ...connectionContract,
  ...snapshotContract,
  ...importContract,
  ...historyContract,
  ...metricsContract,
  ...workContract,
  ...recordingContract,
  ...watchContract,
  ...analysisContract,
  ...compareContract,
  ...fleetContract,
  ...planContract,
  ...changeContract,
  ...decisionsContract,
  ...rulesContract,
  ...reportContract,
  ...probeContract,
  ...proofContract,
  ...chunksContract,
  ...appContract,
  ...windowContract,
} as const;

export type RpcContract = typeof rpcContract;
export type RpcName = keyof RpcContract;
/** The calls that the engine answers; the others are main's own. */
export type EngineCall = { [N in RpcName]: RpcContract[N]['by'] extends 'engine' ? N : never }[RpcName];
export type RpcInput<N extends RpcName> = z.input<RpcContract[N]['input']>;
export type RpcOutput<N extends RpcName> = z.output<RpcContract[N]['output']>;

/** What travels: the window makes `requestId`; progress and cancellation refer to it. */
export const rpcRequestSchema = z.object({
  requestId: z.string().max(64),
  name: z.enum(Object.keys(rpcContract) as [RpcName, ...RpcName[]]),
  input: z.unknown(),
});
export type RpcRequest = z.infer<typeof rpcRequestSchema>;

export const rpcReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: errorDocumentSchema }),
]);
export type RpcReply = z.infer<typeof rpcReplySchema>;

/** Everything that main pushes to the window. */
export const rpcEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), requestId: z.string(), progress: progressSchema }),
  z.object({ kind: z.literal('open-file'), path: z.string() }),
  z.object({ kind: z.literal('menu'), command: menuCommandSchema }),
  z.object({ kind: z.literal('page'), page: z.enum(mainPages.map(({ page }) => page)) }),
  z.object({ kind: z.literal('engine-stopped'), message: z.string() }),
]);
export type RpcEvent = z.infer<typeof rpcEventSchema>;

/** What can happen to a probe. Each is done to a real Latchkey that probes a real server. */
export const faults = {
  cancel: 'cancelled on the command line (SIGINT)',
  term: 'command line asked to end (SIGTERM)',
  hangup: 'terminal closed (SIGHUP)',
  reader: 'reader of the output gone (closed pipe)',
  kill: 'command line killed (SIGKILL)',
  window: 'window of the app killed',
  'engine-kill': "engine's process of the app killed (SIGKILL)",
  'engine-term': "engine's process of the app asked to end (SIGTERM)",
  exception: 'statement fails unexpectedly',
  guard: 'guard breached',
  'network-drop': 'connections closed by the network',
  'network-reset': 'connections reset by the network',
  'network-stall': 'network swallows everything',
  'server-kill': 'server killed (SIGKILL) and started again',
  unreachable: 'command line killed, server unreachable at the next start',
  'other-client': 'another client sets a variable of the variant',
  revoked: 'privileges revoked, connections ended',
  'disk-full': 'disk full before the start',
  'disk-fills': 'disk fills up on the way',
  second: 'second Latchkey restores and probes at the same time',
  'dead-mans-switch': "command line killed, dead man's switch set",
  stopped: "command line stopped (SIGSTOP) for longer than the dead man's switch waits",
} as const;
export type FaultId = keyof typeof faults;
export const faultIds = Object.keys(faults) as FaultId[];

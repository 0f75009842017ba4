/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  thereCanBeNoDead: (why: string) => `There can be no dead man's switch: ${why}. Nothing was set.`,
  theDeadMansSwitchHas: "The dead man's switch has no schema.",
  anotherServerAnswersAtThis: 'Another server answers at this address now.',
  theDeadMansSwitchWent: (seconds: number) =>
    `The dead man's switch went off: the server had not heard of Latchkey for ${seconds} s, and has restored its values itself.`,
  runTheProbeAgainWith: 'Run the probe again, with a longer time for the switch.',
  processWhichMadeTheChange: (pid: number) => `Process ${pid}, which made the change, may still be at work.`,
  restoreItByHandOnce: 'Restore it manually once that has ended.',
  thisIsNotTheServer: (target: string, serverKey: string, serverKey2: string) =>
    `This is not the server of the entry: the change was made at ${target} (${serverKey}), this is ${serverKey2}. Nothing was set.`,
  connectToTheServerOf: 'Connect to the server of the entry.',
  theChangeIsStillRunning: (pid: number) => `The change is still running, in process ${pid}.`,
  itRestoresEverythingWhenIt: 'It restores everything when it ends. Cancel it there.',
  thisServerHasBeenRunning:
    'This server has been running for longer than the change is old, and its start is not that of the entry: it is another server, which looks the same, or its clock was set. Nothing was set, and the entry stays.',
  connectToTheServerOfThe: 'Connect to the server of the change. --force forgets the entry.',
};

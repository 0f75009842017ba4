/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  thisServerShowsNoSamples: 'This server reports no states of its sessions.',
  activeSessionsByWaitClass: 'Active sessions by wait class',
  topWaitsSessionsOnAverage: (objects: string) => `Top waits, sessions on average: ${objects}`,
  vitalSigns: 'Vital signs',
  follow: 'Follow',
  noValues: 'no values',
};

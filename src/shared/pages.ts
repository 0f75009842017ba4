/** The pages of the left rail and of the menu, in order; Ctrl or Cmd with a digit goes to the page of that place. */
export const mainPages = [
  { page: 'welcome', title: 'Start' },
  { page: 'diagnosis', title: 'Diagnosis' },
  { page: 'plan', title: 'Plan' },
  { page: 'probes', title: 'Probes' },
  { page: 'buffer-pool', title: 'Buffer pool' },
  { page: 'timeline', title: 'Timeline' },
  { page: 'compare', title: 'Compare' },
  { page: 'explorer', title: 'Explorer' },
  { page: 'history', title: 'History' },
  { page: 'settings', title: 'Settings' },
] as const;
export type MainPage = (typeof mainPages)[number]['page'];

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  dropASnapshotToOpen: 'Drop a snapshot to open it, or what another tool wrote to import it',
  dismiss: 'Dismiss',
  showInFolder: 'Show in folder',
  srcRendererPagesHasNo: (page: string) => `src/renderer/pages/${page} has no page.`,
  thePageHasNoRoot: 'The page has no root element.',
};

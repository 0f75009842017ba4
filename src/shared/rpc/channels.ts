/**
 * Channel names of the four Electron messages; the only ones that main and preload know. They stand apart from the
 * contract so that the preload script, which runs before every page, does not carry the schemas.
 */
export const rpcChannels = {
  request: 'latchkey:request',
  cancel: 'latchkey:cancel',
  dropped: 'latchkey:dropped',
  event: 'latchkey:event',
} as const;

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  theSystemKeychainIsNot: 'The system keychain is not available.',
  thisDesktopHasNoKeyring: 'This desktop has no keyring (GNOME Keyring or KWallet).',
  noPasswordIsKeptFor: 'No password is kept for it.',
  theKeychainDoesNotOpen: 'The keychain does not open the kept password.',
  theKeptPasswordBelongsTo:
    'The kept password belongs to another address or other settings of the connection.',
  theKeptTokenBelongsTo: 'The kept token belongs to another metrics store.',
  thePasswordCannotBeKept: (unavailable: string) => `The password cannot be kept: ${unavailable}`,
  aKeptPasswordIsOnly: 'A kept password is only given to a request that says where it goes.',
  typeThePassword: 'Type the password.',
  theEnvironmentVariableIsNot: (tokenVariable: string) =>
    `The environment variable ${tokenVariable} is not set.`,
  startLatchkeyFromAShell: 'Start Latchkey from a shell in which it is set, or enter the token.',
};

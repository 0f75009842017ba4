/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  isAPublicSshKey: (path: string) => `${path} is a public SSH key; the private one is needed.`,
  itIsUsuallyTheFile: 'It is usually the file of the same name without .pub.',
  theSshKeyCannotBe: (path: string, message: string) => `The SSH key ${path} cannot be used: ${message}.`,
  keysInTheFormsOf:
    'Keys in the forms of OpenSSH, PEM and PuTTY (PPK 2) are read. ssh-keygen -p -f FILE rewrites a key in the form of OpenSSH.',
  theSshKeyIsEncrypted: (path: string) => `The SSH key ${path} is encrypted, and no passphrase was given.`,
  giveItWithSshPassword:
    'Give it with --ssh-password (asks) or --ssh-password-stdin, or load the key into the SSH agent with ssh-add.',
  thePassphraseOfTheSsh: (path: string) => `The passphrase of the SSH key ${path} is wrong.`,
  sshKeygenYFFile: 'ssh-keygen -y -f FILE shows whether a passphrase opens it.',
  theCommandWasStoppedAfter: (timeoutMs: number) => `The command was stopped after ${timeoutMs} s.`,
  thePasswordOfHasExpired: (ssh: string) => `The password of ${ssh} has expired.`,
  logInThereWithSsh: 'Log in there with ssh once and set a new one.',
  theSshHostRunsNo: (name: string) => `The SSH host ${name} runs no commands for this account.`,
  aForcedCommandARestricted:
    'A forced command, a restricted key or a shell like nologin may stand in the way.',
  theSshConnectionToWhich: (name: string, reason: string) =>
    `The SSH connection to ${name}, which carries the connection to the server, was lost: ${reason}`,
  theNetworkBrokeOrSshd: 'The network broke, or sshd ended the connection; see its log on the host.',
  giveAKeyWithSsh:
    'Give a key with --ssh-key, a password or passphrase with --ssh-password, or load a key into the agent with ssh-add. Is the user right, and does authorized_keys there hold the public key?',
  theSshHostDoesNot: (host: string, place: string) => `The SSH host ${host} does not forward to ${place}.`,
  itsSshdConfigMustAllow:
    'Its sshd_config must allow it: AllowTcpForwarding (AllowStreamLocalForwarding for a socket), PermitOpen, and no restriction on the key in authorized_keys.',
  theSshHostGetsNo: (host: string, place: string, message: string) =>
    `The SSH host ${host} gets no connection to ${place}: ${message}`,
  hostPortAndSocketAre:
    'Host, port and socket are as seen from the SSH host. Does the server listen there (bind_address, skip_networking), and may the SSH account open its socket?',
};

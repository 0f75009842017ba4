/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  asksForTheFullPassword: (where: string, plugin: string) =>
    `${where} asks for the full password (${plugin}), and the connection is not encrypted: the password was not sent.`,
  connectWithTlsSslMode:
    'Connect with TLS (--ssl-mode=required, better verify-ca), over the Unix socket or through SSH. Without TLS, name the RSA public key of the server with --server-public-key-path. --get-server-public-key accepts any key: a man in the middle can then read the password.',
  askedForTheLoginBefore: (where: string) =>
    `${where} asked for the login before TLS stood: nothing was sent.`,
  noServerDoesThatSomething: 'No server does that: something stands between.',
  holdsNoRsaPublicKey: (serverPublicKeyPath: string) =>
    `${serverPublicKeyPath} holds no RSA public key in PEM form.`,
  itIsPublicKeyPem:
    "It is public_key.pem of the server's data directory (caching_sha2_password_public_key_path), copied over a safe way.",
};

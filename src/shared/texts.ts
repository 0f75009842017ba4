/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theUrlOfTheServer: 'The URL of the server is not encoded correctly.',
  sslModeInTheUrl: (sslModes: string) => `ssl-mode in the URL must be one of ${sslModes}.`,
  getServerPublicKeyIn: 'get-server-public-key in the URL must be 1 or 0.',
  theUrlHasAParameter: 'The URL has a parameter that is not known.',
  knownAreSslModeGet: (textParameters: string) =>
    `Known are ssl-mode, get-server-public-key, ${textParameters}.`,
  theServerIsGivenBy: 'The server is given by options or as mysql://user@host:port.',
  anArgumentThatIsNo:
    'An argument that is no such URL is not understood here (and not repeated: it may be a password).',
};

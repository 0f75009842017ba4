/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  aPasswordInAUrl: 'A password in a URL is refused: it would be kept with it.',
  giveTheUserAloneIn: 'Give the user alone in the URL, and the password in LATCHKEY_METRICS_PASSWORD.',
  theUrlOfAMetrics: 'The URL of a metrics store has no parameters.',
  giveTheAddressAloneSuch:
    'Give the address alone, such as prometheus://metrics.example.com:9090; labels are given apart.',
  theTokenOrPasswordWould: 'The token or password would travel unencrypted to another host.',
  givePrometheusHttpsWhereThe:
    'Give prometheus+https:// where the store has TLS. If the network is trusted, write http:// instead.',
  thatIsNoAddressOf: 'That is no address of a metrics store.',
  giveOneSuchAsPrometheus:
    'Give one such as prometheus://metrics.example.com:9090, https://prometheus.example.com or prometheus+https://host/prefix.',
  theStoreHasNoHistory: (name: string) => `The store has no history of ${name} in this span.`,
  chooseALongerSpanOr: 'Choose a longer span, or one in which the server was scraped.',
  theStoreDoesNotKnow: (name: string, metric: string, version: string) =>
    `The store does not know the version of ${name}: it has no ${metric} with the label ${version}.`,
  mysqldExporterHasItWith:
    'mysqld_exporter has it with the collector global_variables, which is on by default; or the span ends before it was scraped.',
  theTokenFileIsEmpty: (tokenFile: string) => `The token file ${tokenFile} is empty.`,
  theEnvironmentVariableIsNot: (tokenVariable: string) =>
    `The environment variable ${tokenVariable} is not set.`,
  theTokenHoldsCharactersThat: 'The token holds characters that no token has.',
  giveTheTokenAloneWithout: 'Give the token alone, without "Bearer", quotes or line ends.',
  thereIsAPasswordFor: 'There is a password for the metrics store, but no user.',
  addStoreUserName: 'Add --store-user NAME.',
  theMetricsStoreAtHttp: (where: string, what: string, status: number, said: string) =>
    `The metrics store at ${where} ${what} (HTTP ${status}).${said}`,
  http: (status: number) => `HTTP ${status}`,
  theMetricsStoreAtLets: (where: string, tries: number, said: string) =>
    `The metrics store at ${where} refuses further queries (HTTP 429, asked ${tries} times).${said}`,
  tryAgainLaterOrRead: 'Try again later, or read a shorter span.',
  theMetricsStoreAtFailed: (where: string, status: number, tries: number, said: string) =>
    `The metrics store at ${where} failed (HTTP ${status}, asked ${tries} times).${said}`,
  lookIntoTheLogOf: 'Look into the log of the store; a shorter span needs less of it.',
  theMetricsStoreAtRefuses: (where: string, status: number, said: string) =>
    `The metrics store at ${where} refuses the query (HTTP ${status}).${said}`,
  checkTheLabelsAskedFor: 'Check the labels asked for: a store that cannot read a selector says so.',
  theMetricsStoreAtSends: (where: string, to: string) =>
    `The metrics store at ${where} sends on to ${to}, which is another host. It was not followed.`,
  ifThatIsTheStore:
    'If that is the store, give its address: a token is sent to the address given and to no other.',
  anAnswerOfTheMetrics: (where: string, most: string) =>
    `An answer of the metrics store at ${where} has more than ${most}.`,
  readAShorterSpanOr: 'Read a shorter span, or narrow what is asked by labels.',
  theMetricsStoreAtDid: (where: string, ms: number) =>
    `The metrics store at ${where} did not answer within ${ms} s.`,
  tryAgainOrReadA: 'Try again, or read a shorter span.',
  tlsWithTheMetricsStore: (where: string, cause: string) =>
    `TLS with the metrics store at ${where} failed: ${cause}.`,
  noMetricsStoreAnswersAt: (where: string, why: string) => `No metrics store answers at ${where}: ${why}.`,
  checkHostAndPortPrometheus:
    'Check host and port; Prometheus listens on 9090, VictoriaMetrics on 8428, PMM on 443.',
  theStoreKnowsAs: (serverCount: string, wanted: string, fitting: string) =>
    `The store knows ${serverCount} as "${wanted}": ${fitting}.`,
  nameItByALabel: 'Name it by a label that differs, as NAME=VALUE.',
  theStoreHasNothingOf: (wanted: string, span: string) =>
    `The store has nothing of a server "${wanted}" ${span}.`,
  itHasNothingOfAny:
    'It has nothing of any server of MySQL or MariaDB there: check the labels asked for, and that mysqld_exporter is scraped.',
  itKnowsThereAServer: (serverCount: string, servers: string) =>
    `It knows ${serverCount} there: ${servers}. A server that was renamed has its earlier data under its earlier name.`,
  theStoreHasFewerThan: (name: string) => `The store has fewer than three readings of ${name} in this span.`,
  chooseALongerSpanOrOne: (metric: string) =>
    `Choose a longer span, or one in which the server ran and was scraped (${metric}).`,
};

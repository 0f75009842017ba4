import type { EngineCall } from '../shared/rpc';
import type { CallContext } from './base/calls';
import type { Services } from './services';

/**
 * The calls of each domain, one file a domain beside its part of the contract; and those with documents that do not leave
 * this process. A file is loaded when one of its calls is made: a short command needs one or two of them.
 */
const domains = {
  analysis: async (services: Services) => (await import('./analysis')).analysisCalls(services),
  app: async (services: Services) => (await import('./app')).appCalls(services),
  change: async (services: Services) => (await import('./change')).changeCalls(services),
  chunks: async (services: Services) => (await import('./chunks')).chunksCalls(services),
  compare: async (services: Services) => (await import('./compare')).compareCalls(services),
  connection: async (services: Services) => (await import('./connection')).connectionCalls(services),
  decisions: async (services: Services) => (await import('./decisions')).decisionsCalls(services),
  fleet: async (services: Services) => (await import('./fleet')).fleetCalls(services),
  history: async (services: Services) => (await import('./history')).historyCalls(services),
  import: async (services: Services) => (await import('./import')).importCalls(services),
  metrics: async (services: Services) => (await import('./metrics')).metricsCalls(services),
  plan: async (services: Services) => (await import('./plan')).planCalls(services),
  probe: async (services: Services) => (await import('./probe')).probeCalls(services),
  proof: async (services: Services) => (await import('./proof')).proofCalls(services),
  recording: async (services: Services) => (await import('./recording')).recordingCalls(services),
  report: async (services: Services) => (await import('./report')).reportCalls(services),
  rules: async (services: Services) => (await import('./rules')).rulesCalls(services),
  snapshot: async (services: Services) => (await import('./snapshot')).snapshotCalls(services),
  watch: async (services: Services) => (await import('./watch')).watchCalls(services),
  work: async (services: Services) => (await import('./work')).workCalls(services),
};
type Domain = keyof typeof domains;

/** The domains that answer calls whose name begins so; the others bear the name of their domain. */
const answering: Readonly<Record<string, readonly Domain[]>> = {
  chart: ['report'],
  document: ['report'],
  explaining: ['decisions'],
  findings: ['decisions'],
  grants: ['connection'],
  plan: ['plan', 'change', 'decisions'],
  profiles: ['connection'],
  recheck: ['compare'],
  restore: ['change'],
};

type Together<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never;
type Answered = Together<Awaited<ReturnType<(typeof domains)[Domain]>>>;
/** The handlers of all domains; no type where one of the contract is missing. */
type Handlers = EngineCall extends keyof Answered ? Answered : never;

export type CallName = keyof Handlers;
export type CallInput<N extends CallName> = Handlers[N] extends (
  input: infer I,
  context: CallContext,
) => unknown
  ? unknown extends I
    ? Record<string, never>
    : I
  : never;
export type CallOutput<N extends CallName> = Awaited<ReturnType<Handlers[N]>>;
/** The engine's calls by name. */
export type Calls = { [N in CallName]: Handler<N> };
type Handler<N extends CallName> = (input: CallInput<N>, context: CallContext) => Promise<CallOutput<N>>;

/** Finds handlers; each domain is made once. */
export class DomainCalls {
  readonly #services: Services;
  readonly #made = new Map<Domain, Promise<Partial<Calls>>>();

  constructor(services: Services) {
    this.#services = services;
  }

  async handler<N extends CallName>(name: N): Promise<Handler<N>> {
    const word = name.slice(0, name.indexOf('.'));
    for (const domain of answering[word] ?? [domainNamed(word)]) {
      const handler: Handler<N> | undefined = (await this.#calls(domain))[name];
      if (handler !== undefined) return handler;
    }
    throw new Error(`The engine has no call ${name}.`);
  }

  #calls(domain: Domain): Promise<Partial<Calls>> {
    const made = this.#made.get(domain) ?? domains[domain](this.#services);
    this.#made.set(domain, made);
    return made;
  }
}

function domainNamed(word: string): Domain {
  const found = Object.keys(domains).find((name): name is Domain => name === word);
  if (found === undefined) throw new Error(`The engine has no domain ${word}.`);
  return found;
}

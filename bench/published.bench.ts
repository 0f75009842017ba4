import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '../src/shared/base/defined.ts';
import { type Bench, defineBench } from './bench.ts';
import beforeForum from './diagnosis/forum/before.json' with { type: 'json' };
import beforeIssues from './diagnosis/issues/before.json' with { type: 'json' };
import beforePastes from './diagnosis/pastes/before.json' with { type: 'json' };
import beforePosts from './diagnosis/posts/before.json' with { type: 'json' };
import { type Collection, filesOf, type PublishedCase, publishedCases } from './diagnosis/published-case.ts';
import { type CaseJudgement, judgeCase, type Said } from './diagnosis/published-judge.ts';
import beforeQuestions from './diagnosis/questions/before.json' with { type: 'json' };
import beforeThreads from './diagnosis/threads/before.json' with { type: 'json' };
import { sourceEngine } from './source.ts';

interface Result {
  said: Said | null;
  /** Why the files could not be read. */
  refused: string | null;
}

/** Collections in the order in which they were written, each when the one before was worked through, with the title of its bench. */
const collections: Readonly<Record<Collection, string>> = {
  published: 'Published cases with one reading',
  pastes: 'Pastes of one reading',
  posts: 'Pastes of one reading, second round',
  questions: 'Pastes of one reading, third round',
  forum: 'Pastes of one reading, fourth round',
  threads: 'Pastes of one reading, fifth round',
  // Written by somebody who knew neither the rules nor the readers.
  issues: 'Pastes of one reading, sixth round',
};

/** What the rules of a commit of before gave for a collection. */
const befores = {
  pastes: beforePastes,
  posts: beforePosts,
  questions: beforeQuestions,
  forum: beforeForum,
  threads: beforeThreads,
  issues: beforeIssues,
};

/**
 * Cases from questions, issue threads and articles, each with an expert's answer, judged as their readers hold them: of
 * each collection those that are worked on, and the third that a random seed set aside before anything was judged.
 */
export const publishedBenches = (Object.keys(collections) as Collection[]).flatMap((collection) => [
  publishedSet('worked', collection),
  publishedSet('set-aside', collection),
]);

function publishedSet(set: 'worked' | 'set-aside', collection: Collection): Bench<Result> {
  const cases = publishedCases(set, collection);
  const title = collections[collection];
  return defineBench<Result>({
    id: set === 'worked' ? collection : `${collection}-set-aside`,
    title: set === 'worked' ? title : `${title}, set aside`,
    budget:
      'the expert’s cause in the first three in 85 %, first in 70 %; values in range in 70 %; nothing above a notice on healthy servers',
    setAside: set === 'set-aside',
    items: cases.map((one) => one.id),
    measure: async (item) => {
      const found = cases.find((one) => one.id === item);
      if (found === undefined) throw new Error(`no case ${item}`);
      return measure(found);
    },
    // The totals alone are shown of what is set aside: a case that was looked at is worked on.
    table: (results) => (set === 'set-aside' ? [] : rows(judged(cases, results))),
    verdict: (results) => {
      const { met, text } = verdict(judged(cases, results));
      return {
        met,
        text: collection === 'published' ? text : `${text}; ${beforeText(befores[collection], set)}`,
      };
    },
  });
}

function beforeText(before: typeof beforePastes, set: 'worked' | 'set-aside'): string {
  return `before (${before.commit}): ${before[set]}`;
}

async function measure(found: PublishedCase): Promise<Result> {
  const { engine, home } = await sharedEngine();
  const folder = mkdtempSync(join(home, 'case-'));
  for (const [name, text] of filesOf(found)) writeFileSync(join(folder, name), text);
  try {
    const { snapshot } = await engine.call('import.open', {
      path: folder,
      keepLiterals: false,
      declaredHost: defined(found.host ?? {}),
      ...defined({ serverVersion: versionOf(found) }),
    });
    const { headline, findings } = await engine.call('analysis.get', { id: snapshot.id });
    return {
      refused: null,
      said: {
        headline: headline.text,
        findings: findings.map(({ ruleId, severity, advice, explainedBy }) => ({
          ruleId,
          severity,
          // What treats a symptom is withheld from the plan.
          advice: (explainedBy.length === 0 ? advice : []).map(({ variable, current, proposed }) => ({
            variable,
            current,
            proposed,
          })),
        })),
      },
    };
  } catch (error) {
    // Errors of the engine, which has its own copy of their class, carry a code.
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'file-unreadable') throw error;
    return { said: null, refused: error.message.replaceAll(folder, 'the post') };
  }
}

interface Shared {
  engine: Awaited<ReturnType<typeof sourceEngine>>;
  home: string;
}
let shared: Promise<Shared> | null = null;
let closing: NodeJS.Timeout | undefined;

/** One engine for all cases: loading it takes longer than a case. It is closed once no case has asked for it for a while. */
async function sharedEngine(): Promise<Shared> {
  shared ??= (async () => {
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    return { home, engine: await sourceEngine(home) };
  })();
  const one = await shared;
  clearTimeout(closing);
  closing = setTimeout(() => {
    shared = null;
    void one.engine.close().finally(() => rmSync(one.home, { recursive: true, force: true }));
  }, 20_000);
  return one;
}

/** What the page says of the version, as its reader would declare it. */
function versionOf({ server }: PublishedCase): string | undefined {
  if (server?.version === undefined) return undefined;
  return server.flavour === undefined ? server.version : `${server.flavour}-${server.version}`;
}

type Judged = { found: PublishedCase; result: Result; judgement: CaseJudgement };

function judged(cases: PublishedCase[], results: Map<string, Result>): Judged[] {
  return cases.flatMap((found) => {
    const result = results.get(found.id);
    return result === undefined ? [] : [{ found, result, judgement: judgeCase(found, result.said) }];
  });
}

function rows(all: Judged[]): string[][] {
  const tunerWords = { true: 'names a lever', false: 'no', null: '-' };
  return [
    ['case', 'the expert', 'place', 'values', 'Latchkey first', 'MySQLTuner'],
    ...all.map(({ found, result, judgement }) => [
      `[${found.id}](${found.source.address.startsWith('http') ? found.source.address : '#'})`,
      found.expert.cause,
      found.expert.healthy === true
        ? [...judgement.shouts, ...judgement.wrong.map((name) => `${name}: should stay`)].join(', ') ||
          'quiet'
        : String(judgement.place ?? 'not named'),
      judgement.values.all === 0 ? '-' : `${judgement.values.right} of ${judgement.values.all}`,
      result.refused ?? result.said?.findings[0]?.ruleId ?? 'nothing',
      tunerWords[`${judgement.tuner}`],
    ]),
  ];
}

function verdict(all: Judged[]): { met: boolean; text: string } {
  const sick = all.filter(({ found }) => found.expert.healthy !== true);
  const healthy = all.filter(({ found }) => found.expert.healthy === true);
  const within = (most: number) => sick.filter(({ judgement }) => (judgement.place ?? 99) <= most).length;
  const sum = (of: (judgement: CaseJudgement) => number) =>
    all.reduce((total, { judgement }) => total + of(judgement), 0);
  const right = sum(({ values }) => values.right);
  const ranges = sum(({ values }) => values.all);
  const shouts = sum((judgement) => judgement.shouts.length);
  const wrong = sum((judgement) => judgement.wrong.length);
  const tuned = sick.filter(({ judgement }) => judgement.tuner !== null);
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(0)} %)`;
  return {
    met:
      within(1) >= 0.7 * sick.length &&
      within(3) >= 0.85 * sick.length &&
      right >= 0.7 * ranges &&
      shouts === 0 &&
      wrong === 0,
    text: [
      `cause first in ${share(within(1), sick.length)}`,
      `in the first three in ${share(within(3), sick.length)}`,
      `values in the expert’s range ${share(right, ranges)}`,
      `${shouts} findings above a notice on ${healthy.length} healthy servers`,
      `${wrong} variables advised that the experts leave alone`,
      `MySQLTuner names a lever of the cause in ${tuned.filter(({ judgement }) => judgement.tuner).length} of the ${tuned.length} where its report stands on the page, and finds fault on ${healthy.filter(({ found }) => (found.tuner ?? []).length > 0).length} of ${healthy.length} healthy servers`,
    ].join('; '),
  };
}

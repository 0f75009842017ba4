import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { compileRulesWith, type RuleSet } from '../../analysis';
import { withBuiltRules } from '../../files/rules/built-rules';
import { readOwnRules, readRuleFiles } from '../../files/rules/rule-files';
import { LatchkeyError } from '../../shared/base/error';
import { type EnginePaths, ownRulesFolder } from './paths';
import { texts } from './texts';

interface RuleFile {
  path: string;
  text: string;
}

/** The rules that come with Latchkey and those of the user, compiled when they are first asked for. */
export class LoadedRules {
  readonly #paths: EnginePaths;
  readonly #say: (remark: string) => void;
  #loaded: Promise<{ rules: RuleSet; files: RuleFile[] }> | undefined;

  /** @param say called with a sentence where the user's own rules cannot be read */
  constructor(paths: EnginePaths, say: (remark: string) => void = () => {}) {
    this.#paths = paths;
    this.#say = say;
  }

  async set(): Promise<RuleSet> {
    return (await this.#load()).rules;
  }

  /** Reads the files again; the rules that they hold are in force from then on. */
  async reload(): Promise<RuleSet> {
    this.#loaded = undefined;
    return this.set();
  }

  /** How many rule files come with Latchkey; compiles none of them, which takes a while. */
  async count(): Promise<number> {
    return (await readRuleFiles([this.#paths.rules])).length;
  }

  /** Digest of every rule file, the user's own too: what it was when a snapshot was judged. Compiles nothing. */
  async digest(): Promise<string> {
    const hash = createHash('sha256');
    for (const { text } of [
      ...(await readRuleFiles([this.#paths.rules])),
      ...(await ownRules(this.#paths, () => {})),
    ])
      hash.update(`${text.length}:${text}`);
    return hash.digest('hex');
  }

  /** The document of a rule as it is written. @throws LatchkeyError 'not-found' */
  async file(id: string): Promise<RuleFile> {
    const { rules, files } = await this.#load();
    const path = rules.summaries.find((rule) => rule.id === id)?.path;
    const file = files.find((candidate) => candidate.path === path);
    if (file === undefined) throw noSuchRule(id);
    return file;
  }

  #load() {
    this.#loaded ??= load(this.#paths, this.#say);
    return this.#loaded;
  }
}

/** Which build this is: set by the bundler. Sources that run as they are take nothing from a build. */
const build = process.env.LATCHKEY_BUILD ?? null;

async function load(
  paths: EnginePaths,
  say: (remark: string) => void,
): Promise<{ rules: RuleSet; files: RuleFile[] }> {
  const files = await readRuleFiles([paths.rules]);
  const pack = paths.builtRules === undefined ? files : await withBuiltRules(files, paths.builtRules, build);
  const own = await ownRules(paths, say);
  return { rules: compileRulesWith(pack, own), files: [...pack, ...own] };
}

/** A folder that this account may not read, as a service account the home of another, holds no rules of its own. */
async function ownRules(paths: EnginePaths, say: (remark: string) => void): Promise<RuleFile[]> {
  if (paths.userRules !== undefined) return readRuleFiles([paths.userRules]);
  const folder = ownRulesFolder(paths);
  try {
    await access(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (isRefused(error)) say(texts.ownRulesAreLeftOut(folder));
    return [];
  }
  return readOwnRules(folder);
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code));
}

export function noSuchRule(id: string): LatchkeyError {
  return new LatchkeyError('not-found', texts.thereIsNoRule(id), {
    hint: texts.latchkeyRulesListShowsThem,
  });
}

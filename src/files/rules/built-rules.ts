import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { RuleFile } from './rule-files';

const builtRulesSchema = z.object({
  /** The build whose code reads them. */
  build: z.string(),
  rules: z.record(z.string(), z.unknown()),
});

/** Under which name the build keeps what it made of a rule. */
export function builtRuleKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Adds to rule files what the build made of them, for checking them takes most of the time of a short command. A file
 * that has changed since the build is left as it is, and so are all where the build is another one, or none.
 * @param builtFile `rules.json` of the build
 * @param build what the running code belongs to; null: sources
 */
export async function withBuiltRules(
  files: RuleFile[],
  builtFile: string,
  build: string | null,
): Promise<(RuleFile & { built?: unknown })[]> {
  if (build === null) return files;
  const text = await readFile(builtFile, 'utf8').catch(() => '');
  const found = builtRulesSchema.safeParse(jsonOf(text)).data;
  if (found?.build !== build) return files;
  return files.map((file) => {
    const built = found.rules[builtRuleKey(file.text)];
    return built === undefined ? file : { ...file, built };
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

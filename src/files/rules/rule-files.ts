import path from 'node:path';
import { LatchkeyError } from '../../shared/base/error';
import { formatBytes } from '../../shared/base/units';
import { listSmallFolder } from '../list-folder';
import { readError, readSmallFile } from '../read-file';
import { texts } from './texts';

/** One rule file as it lies on disk. */
export interface RuleFile {
  path: string;
  text: string;
}

/** Deeper than any sensible pack; ends a loop of linked folders. */
const deepestFolder = 8;

/**
 * Reads every `*.yaml` and `*.yml` below the folders, in the order of the folders and by name inside each. The first
 * folder is the pack that comes with Latchkey; the others are the user's. Throws `file-not-found` or
 * `file-unreadable`: a rule that silently does not run would be worse.
 */
export async function readRuleFiles(folders: string[]): Promise<RuleFile[]> {
  const found = nothingFound();
  for (const folder of folders) {
    const before = found.files.length;
    readFolder(folder, 0, found);
    if (found.files.length === before) {
      throw new LatchkeyError('file-not-found', texts.thereIsNoRuleYaml(folder), {
        hint: texts.docsRulesMdDescribesWhat,
      });
    }
  }
  return found.files;
}

/** The user's own folder in the configuration: [] where there is none, or nothing in it yet. */
export async function readOwnRules(folder: string): Promise<RuleFile[]> {
  const found = nothingFound();
  try {
    readFolder(folder, 0, found);
  } catch (error) {
    if (error instanceof LatchkeyError && error.code === 'file-not-found') return [];
    throw error;
  }
  return found.files;
}

/** Rule files that were found until now, and the characters that they hold. */
interface Found {
  files: RuleFile[];
  characters: number;
}

function nothingFound(): Found {
  return { files: [], characters: 0 };
}

/** All rules together: twenty times those that come with Latchkey. */
const mostRules = 5000;
const mostBytesTogether = 32 * 1024 ** 2;

function readFolder(folder: string, depth: number, found: Found): void {
  if (depth > deepestFolder) {
    throw new LatchkeyError('file-unreadable', texts.ruleFolderLiesMoreThan(folder, deepestFolder));
  }
  try {
    const entries = listSmallFolder(folder, mostRules);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const full = path.join(folder, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) readFolder(full, depth + 1, found);
      else if (/\.ya?ml$/i.test(entry.name)) {
        const text = readSmallFile(full, 'rule').toString('utf8');
        found.files.push({ path: full, text });
        found.characters += text.length;
        refuseTooMuch(folder, found);
      }
    }
  } catch (error) {
    throw readError(error, folder, 'rule folder');
  }
}

function refuseTooMuch(folder: string, { files, characters }: Found): void {
  if (files.length <= mostRules && characters <= mostBytesTogether) return;
  throw new LatchkeyError(
    'file-unreadable',
    texts.theRuleFolderHoldsMore(folder, mostRules, formatBytes(mostBytesTogether)),
  );
}

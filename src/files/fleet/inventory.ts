import path from 'node:path';
import { isMap, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { LatchkeyError } from '../../shared/base/error';
import { type InventoryFile, inventoryFileSchema } from '../../shared/fleet-inventory';
import { readWholeFile } from '../read-file';
import { decodedText } from '../text-encoding';
import { holdsPassword, isSecretName } from './secrets-in-lists';
import { texts } from './texts';

/**
 * Reads an inventory (YAML). Throws `file-not-found`, `file-unreadable`, or `usage` with the line and what is wrong there; a
 * password in it is refused, and not repeated.
 */
export async function readInventoryFile(file: string): Promise<InventoryFile> {
  const text = decodedText(await readWholeFile(file, 'inventory'));
  return parseInventory(text, file);
}

/** @param file what messages call it */
export function parseInventory(text: string, file: string): InventoryFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const lineOf = (offset: number | undefined) =>
    offset === undefined ? '' : `:${lines.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken !== undefined) {
    throw invalid(
      `${file}${lineOf(broken.pos[0])} is not valid YAML: ${broken.message.split('\n')[0] ?? ''}`,
    );
  }
  visit(document, {
    Pair: (_key, { key, value }) => {
      if (!isScalar(key) || !isSecretName(String(key.value)) || isMap(value)) return;
      throw passwordRefused(`${file}${lineOf(key.range?.[0])}`, String(key.value));
    },
    Scalar: (_key, { value, range }) => {
      if (typeof value === 'string' && holdsPassword(value)) {
        throw passwordRefused(`${file}${lineOf(range?.[0])}`, 'a URL');
      }
    },
  });
  const read = inventoryFileSchema.safeParse(plainValue(() => document.toJS({ maxAliasCount: 100 }), file));
  if (!read.success) {
    const [issue] = read.error.issues;
    const at = issue?.path.map((step) => (typeof step === 'symbol' ? '' : step)) ?? [];
    const node = document.getIn(at, true);
    const parent = at.length === 0 ? null : document.getIn(at.slice(0, -1), true);
    const offset = rangeOf(node) ?? rangeOf(parent);
    throw invalid(`${file}${lineOf(offset)}: ${placeText(at)}${issue?.message ?? 'it is no inventory'}.`);
  }
  refuseTwice(read.data, file);
  return read.data;
}

function rangeOf(node: unknown): number | undefined {
  return isMap(node) || isScalar(node) || isPair(node)
    ? 'range' in node
      ? node.range?.[0]
      : undefined
    : undefined;
}

function passwordRefused(place: string, where: string): LatchkeyError {
  return new LatchkeyError('usage', texts.aPasswordStandsInThe(place, where), {
    hint: texts.nameWhereItIsInstead,
  });
}

function invalid(message: string): LatchkeyError {
  return new LatchkeyError('usage', message, { hint: texts.docsFleetMdDescribesWhat });
}

function plainValue(read: () => unknown, file: string): unknown {
  try {
    return read();
  } catch (cause) {
    throw new LatchkeyError('usage', texts.repeatsPartsOfItselfToo(file), { cause });
  }
}

/** `servers.3.connection.port: ` */
function placeText(at: readonly (string | number)[]): string {
  return at.length === 0 ? '' : `${at.join('.')}: `;
}

function refuseTwice({ servers }: InventoryFile, file: string): void {
  const seen = new Set<string>();
  for (const { name } of servers) {
    // File systems of macOS and Windows do not tell cases apart.
    const key = name.toLowerCase();
    if (seen.has(key)) throw invalid(`${file} has two servers of the name "${name}".`);
    seen.add(key);
  }
}

/** A path of an inventory is meant from where the inventory lies. */
export function besideInventory(file: string, named: string): string {
  return path.resolve(path.dirname(file), named);
}

/**
 * A file with a secret that an inventory names. It lies in the folder of the inventory or below: one of someone else could
 * send any other file to a server of theirs.
 * @throws LatchkeyError usage
 */
export function secretBesideInventory(file: string, named: string): string {
  const secret = besideInventory(file, named);
  if (!isWithin(path.dirname(path.resolve(file)), secret)) {
    throw new LatchkeyError('usage', texts.namesATokenFileOutside(file, named), {
      hint: texts.putTheFileBeside,
    });
  }
  return secret;
}

/** Whether a path is in a folder, or below it. */
function isWithin(folder: string, file: string): boolean {
  const way = path.relative(path.resolve(folder), path.resolve(file));
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

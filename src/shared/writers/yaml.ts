import { LatchkeyError } from '../base/error';
import { commentTexts } from './comment';
import { texts } from './texts';
import { document, tagOf, Written } from './written';

/** A piece of YAML that 1.1 and 1.2 read alike. */
export type Yaml = Written<'yaml'>;

export const yaml = tagOf('yaml');

/** Why YAML for Ansible cannot hold a value, after "It"; null: it can. Ansible evaluates templates in strings. */
export function yamlStringRefusal(text: string): string | null {
  if (text.length > 100_000) return 'is longer than 100000 characters';
  if (text.includes('\0')) return 'holds a NUL';
  if (/\{[{%#]/.test(text)) return 'would be a template to Ansible';
  return /\p{Cs}/u.test(text) ? 'is no valid Unicode' : null;
}

/**
 * A quoted string: without quotes YAML 1.1 would take ON for true. Unseen characters are escapes (YAML 1.2, 5.7).
 * @throws LatchkeyError usage for what `yamlStringRefusal` refuses.
 */
export function yamlString(text: string): Yaml {
  const refusal = yamlStringRefusal(text);
  if (refusal !== null) throw new LatchkeyError('usage', texts.aValueThatCannotBeWritten(refusal));
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, (char) =>
      char === ' ' ? char : escapeOf(char.codePointAt(0) ?? 0),
    );
  return new Written('yaml', `"${inner}"`);
}

function escapeOf(code: number): string {
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/** A key that needs no quotes. @throws LatchkeyError usage for any other. */
export function yamlKey(text: string): Yaml {
  if (!/^[a-z_][\w.@-]*$/i.test(text)) {
    throw new LatchkeyError('usage', texts.cannotBeAKeyIn(text));
  }
  return new Written('yaml', text);
}

/** A comment in as many lines as it needs. */
export function yamlComment(text: string): Yaml[] {
  return commentTexts(text).map((line) => new Written('yaml', `# ${line}`));
}

export function yamlFile(lines: readonly Yaml[]): Yaml {
  return document('yaml', lines);
}

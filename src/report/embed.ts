import { createHash } from 'node:crypto';

/** JSON that can stand in a script element: nothing in it ends the element or a line of script (HTML, "Restrictions on the contents of script elements"). */
export function embeddedJson(document: unknown): string {
  return JSON.stringify(document)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** A script that can stand in a script element: `</script` and `<!--` only occur in its strings, where `\` is allowed. */
export function embeddedScript(script: string): string {
  return script.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--');
}

/** The content of an element as a content security policy names it. */
export function contentHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

import { withoutEnd } from '../base/without-end';

/** Letters, digits and signs that mean nothing to a shell, a file system or a terminal; no separator of paths. */
const unusual = /[^A-Za-z0-9@._-]+/g;
/** Devices of Windows, with any ending ("Naming Files, Paths, and Namespaces", Microsoft). */
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
/** Every file system takes 255 bytes; there is room for `.bak2` and the like. */
const longest = 150;

/**
 * The name of a file that is made of texts of others, such as the name of a server: one name without a folder, that is
 * not hidden, no device of Windows, and no more than 161 characters of ASCII long.
 * @param extension without its dot; '': none
 */
export function fileName(text: string, extension: string): string {
  const stem = withoutEnd(fileNamePart(text.slice(0, 10 * longest)).slice(0, longest), '.-');
  const ending = extension.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 10);
  const usable = stem === '' ? 'latchkey' : device.test(stem) ? `latchkey-${stem}` : stem;
  return ending === '' ? usable : `${usable}.${ending}`;
}

/** A text as part of a name of a file; of a longer one its end, where hosts have their port. */
export function fileNamePart(text: string, most = 1000): string {
  const part = text
    .slice(-10 * most)
    .replaceAll(unusual, '-')
    .slice(-most)
    .replace(/^[.-]+/, '');
  return withoutEnd(part, '.-');
}

/** A name that somebody proposes, its extension included: only the part behind the last separator of folders. */
export function proposedFileName(name: string): string {
  const [, stem = '', extension = ''] =
    /^(.*?)(?:\.([A-Za-z0-9]{1,10}))?$/s.exec(name.replace(/^.*[\\/]/s, '')) ?? [];
  return fileName(stem, extension);
}

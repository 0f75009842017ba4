/**
 * A piece of text in one output language. Only the writer of that language makes one, so that a document that is put
 * together from pieces holds nothing that did not pass its writer. Only files of this folder may call the constructor.
 */
export class Written<Language extends string> {
  readonly language: Language;
  readonly #text: string;

  constructor(language: Language, text: string) {
    this.language = language;
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/**
 * The template tag of a language: what stands in the source is the language, what is filled in has to be written in it.
 * Numbers may be filled in as they are.
 */
export function tagOf<Language extends string>(language: Language) {
  return (
    fixed: TemplateStringsArray,
    ...filled: readonly (Written<Language> | number)[]
  ): Written<Language> => {
    const pieces = fixed.map((piece, index) => {
      const next = filled[index];
      return `${piece}${next === undefined ? '' : typeof next === 'number' ? next : next.text}`;
    });
    return new Written(language, pieces.join(''));
  };
}

/** Pieces of one language, one after the other. */
export function joined<Language extends string>(
  language: Language,
  pieces: readonly Written<Language>[],
  between: ', ' | ' ' | '\n' | '',
): Written<Language> {
  return new Written(language, pieces.map(({ text }) => text).join(between));
}

/** A document of lines, each of which ends with a line feed. */
export function document<Language extends string>(
  language: Language,
  lines: readonly Written<Language>[],
): Written<Language> {
  return new Written(language, lines.map(({ text }) => `${text}\n`).join(''));
}

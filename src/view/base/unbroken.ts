/** Units that stand behind a number, as `formatValue` and the texts of rules write them. */
const unit =
  /(\d) (?=(?:[KMGTPE]iB|B|us|ms|s|min|h|d|k|M|G|T|%|pages?|samples?|seconds?|minutes?|hours?|days?)(?!\w))/g;

/** A text whose numbers do not part from their units at the end of a line. */
export function unbroken(text: string): string {
  return text.replace(unit, '$1\u00a0');
}

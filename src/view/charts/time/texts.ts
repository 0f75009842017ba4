/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  momentIn: (title: string) => `Moment in ${title}`,
  noValues: (label: string) => `${label}: no values.`,
  mean: (sum: string) => ` mean ${sum},`,
  lowestHighest: (label: string, low: string, mean: string, high: string) =>
    `${label}: lowest ${low},${mean} highest ${high}.`,
  marked: (marks: string) => `Marked: ${marks}.`,
  rangeOfThePresentSettings: 'range of the present settings',
  rangesOfThePresentSettings: 'ranges of the present settings',
  chosenSpan: 'chosen span',
  chosenSpans: 'chosen spans',
  inForce: 'in force',
  lowest: (label: string) => `${label}, lowest`,
  highest: (label: string) => `${label}, highest`,
  noValue: 'no value',
  wholeWindow: 'Whole window',
  numbers: 'Numbers',
  of: (title: string) => `of ${title}`,
  arrowKeysMoveTheCursor: (data: string, selected: string) =>
    `${data} Arrow keys move the cursor, ${selected}`,
  plusAndMinusZoomShift: 'plus and minus zoom, Shift with an arrow key pans, 0 shows the whole.',
  plusAndMinusMakeThe:
    'plus and minus make the span shorter and longer, Shift with an arrow key moves it, 0 takes the whole.',
  numbers2: 'Numbers',
};

const SERIES = ['a', 'b', 'c', 'd', 'e'] as const;

/** The token of an outcome's colour, for what cannot read a variable of the style sheet. */
export function seriesToken(index: number): string {
  return `--series-${SERIES[index % SERIES.length]}`;
}

/** The colour that ties an outcome's button to its segment of the bar. It says which, never good or bad. */
export function seriesOf(index: number): string {
  return `var(${seriesToken(index)})`;
}

const SERIES = ['a', 'b', 'c', 'd', 'e'] as const;

/** The CSS variable of an outcome's colour, for code that must look up its value. */
export function seriesToken(index: number): string {
  return `--series-${SERIES[index % SERIES.length]}`;
}

/** The colour shared by an outcome's button and its segment of the bar. It identifies the outcome, without judging it. */
export function seriesOf(index: number): string {
  return `var(${seriesToken(index)})`;
}

const SERIES = ['a', 'b', 'c', 'd', 'e'] as const;

/** The colour that ties an outcome's button to its segment of the bar. It says which, never good or bad. */
export function seriesOf(index: number): string {
  return `var(--series-${SERIES[index % SERIES.length]})`;
}

/** The smallest range of the vertical axis, in tenths of a percent, so that a small move doesn't look like a large one. */
const LEAST_RANGE = 40;
/** Room for the width of the line, in px. */
const EDGE = 2;

/**
 * The `d` of an SVG path through points at equal distances.
 *
 * @param points tenths of a percent, at least two
 */
export function sparklinePath(
  points: readonly number[],
  { width, height }: { width: number; height: number },
): string {
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const range = Math.max(LEAST_RANGE, high - low);
  const middle = (low + high) / 2;
  const places = points.map((point, index) => {
    const x = EDGE + (index / (points.length - 1)) * (width - 2 * EDGE);
    const y = height / 2 - ((point - middle) / range) * (height - 2 * EDGE);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${places.join('L')}`;
}

/** The style of a line. There are five colours, so the sixth outcome has the first colour again, dashed. */
export type LineLook = 'solid' | 'dashed' | 'dotted';

const LOOKS = ['solid', 'dashed', 'dotted'] as const satisfies readonly LineLook[];
const COLORS = 5;

/** @param index the outcome's place in the market's order */
export function lineStyleOf(index: number): LineLook {
  return LOOKS[Math.floor(index / COLORS) % LOOKS.length] ?? 'solid';
}

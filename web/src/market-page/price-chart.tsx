import { useEffect, useRef } from 'react';
import { useTheme } from '../ui/theme.ts';
import { drawPrices, type PriceDrawing } from './draw-prices.ts';
import type { PricePoints } from './price-points.ts';

export interface PriceChartProps {
  points: PricePoints;
  /** A moment to mark in epoch seconds; null for none. The chart marks the pointer's position itself. */
  marked: number | null;
  /** Called with the moment under the pointer; null when the pointer leaves. */
  onPoint: (moment: number | null) => void;
}

/** The chart of a market's probabilities. It is a separate chunk with the library that draws it. */
export function PriceChart({ points, marked, onPoint }: PriceChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<PriceDrawing | null>(null);
  const latest = useRef(onPoint);
  latest.current = onPoint;
  const { theme } = useTheme();

  useEffect(() => {
    if (box.current === null) return;
    const made = drawPrices(box.current, { onPoint: (moment) => latest.current(moment) });
    drawing.current = made;
    return () => {
      drawing.current = null;
      made.remove();
    };
  }, []);

  useEffect(() => drawing.current?.show(points), [points]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the theme changes
  useEffect(() => drawing.current?.paint(), [theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new points move the mark
  useEffect(() => drawing.current?.mark(marked), [marked, points]);

  return <div ref={box} aria-hidden="true" className="size-full" />;
}

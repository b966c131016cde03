import { useEffect, useRef } from 'react';
import { useTheme } from '../ui/theme.ts';
import { drawPrices, type PriceDrawing } from './draw-prices.ts';
import type { PricePoints } from './price-points.ts';

export interface PriceChartProps {
  points: PricePoints;
  /** A moment to mark, epoch seconds; null while none is. What the pointer is on marks itself. */
  marked: number | null;
  /** The moment under the pointer; null when it has left. */
  onPoint: (moment: number | null) => void;
}

/** The lines of a market's chances. It arrives by itself, with the library that draws it. */
export function PriceChart({ points, marked, onPoint }: PriceChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<PriceDrawing | null>(null);
  const tell = useRef(onPoint);
  tell.current = onPoint;
  const { theme } = useTheme();

  useEffect(() => {
    if (box.current === null) return;
    const made = drawPrices(box.current, { onPoint: (moment) => tell.current(moment) });
    drawing.current = made;
    return () => {
      drawing.current = null;
      made.remove();
    };
  }, []);

  useEffect(() => drawing.current?.show(points), [points]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is when, not what
  useEffect(() => drawing.current?.paint(), [theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new points move what is marked
  useEffect(() => drawing.current?.mark(marked), [marked, points]);

  return <div ref={box} aria-hidden="true" className="size-full" />;
}

import { useEffect, useMemo, useRef } from 'react';
import { keepOrder } from '../markets/keep-order.ts';

/**
 * Rows in the order in which they are already seen, with their new figures, while a pointer or the focus rests on them:
 * they are renewed by themselves, and nobody is to act on another row than the one that was aimed at.
 *
 * @param choice what was chosen to see and how; another choice is another table, whose order is not held
 */
export function useHeldRows<Row extends { id: string }>(
  rows: readonly Row[],
  { resting, choice }: { resting: boolean; choice: string },
): readonly Row[] {
  const before = useRef<{ choice: string; ids: readonly string[] }>({ choice, ids: [] });
  const shown = useMemo(() => {
    if (!resting || before.current.choice !== choice) return rows;
    return keepOrder({ shownIds: before.current.ids, all: rows, sorted: rows });
  }, [rows, resting, choice]);
  useEffect(() => {
    before.current = { choice, ids: shown.map(({ id }) => id) };
  }, [shown, choice]);
  return shown;
}

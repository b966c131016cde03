import { useEffect, useMemo, useRef } from 'react';
import { keepOrder } from '../markets/keep-order.ts';

/**
 * While the pointer or the focus is on the table, keeps its rows in the order already shown and updates only their
 * figures, so that an admin can't hit the wrong row because a refresh moved it.
 *
 * @param choice names search, filter and sorting; a new choice gets a new order
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

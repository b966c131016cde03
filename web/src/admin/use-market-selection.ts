import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

/** Keeps each admin's selection for some minutes after their session ends. Other admins don't get it. */
export const KEPT_SELECTION = 'kept selection of markets';

/** The markets selected for a bulk action. */
export function useMarketSelection(
  owner: string | null,
  { all, shown }: { all: readonly WireAdminMarket[]; shown: readonly WireAdminMarket[] },
) {
  const queryClient = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(queryClient.getQueryData<readonly string[]>([KEPT_SELECTION, owner])),
  );
  useEffect(() => queryClient.removeQueries({ queryKey: [KEPT_SELECTION] }), [queryClient]);
  const onToggle = useCallback(
    (id: string, on: boolean) => setSelected((before) => toggled(before, [id], on)),
    [],
  );
  // Markets that have left the list are not acted on.
  const chosen = useMemo(() => all.filter(({ id }) => selected.has(id)), [all, selected]);
  const hidden = useMemo(() => {
    const inList = new Set(shown.map(({ id }) => id));
    return chosen.filter(({ id }) => !inList.has(id)).length;
  }, [chosen, shown]);
  return {
    selected,
    chosen,
    /** How many chosen markets the search and filter hide. */
    hidden,
    onToggle,
    onToggleAll: (on: boolean) =>
      setSelected((before) =>
        toggled(
          before,
          shown.map(({ id }) => id),
          on,
        ),
      ),
    clear: () => setSelected(new Set()),
  };
}

function toggled(before: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of ids) on ? after.add(id) : after.delete(id);
  return after;
}

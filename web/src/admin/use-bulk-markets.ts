import type { BulkAction, WireAdminMarket, WireBulkResult } from '@tallystone/core/http-api/admin-markets';
import type { SignedAct } from '@tallystone/core/identity/act-message';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { renewResults } from './results-query.ts';
import { KEPT_SELECTION } from './use-market-selection.ts';
import { useSignedCall } from './use-signed-call.ts';

/** The action that undoes each. Closing and deleting can't be undone. */
const UNDO_OF: Partial<Record<BulkAction, BulkAction>> = {
  enable: 'disable',
  disable: 'enable',
  archive: 'restore',
  restore: 'archive',
};

export interface BulkOutcome {
  /** Unique per outcome. */
  key: number;
  action: BulkAction;
  result: WireBulkResult;
  /** The action that undoes it; null if it can't be undone or was itself an undo. */
  undo: BulkAction | null;
}

export type BulkMarkets = ReturnType<typeof useBulkMarkets>;

interface BulkCall {
  ids: string[];
  action: BulkAction;
  isUndo: boolean;
  /** What the wallet signs first. */
  act?: SignedAct | undefined;
}

/** One action on many markets: confirmation if it can't be undone, the call, and its result. */
export function useBulkMarkets(owner: string | null, { onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  /** What the open dialog asks to confirm. A deletion applies to the current selection. */
  const [asked, setAsked] = useState<{ close: readonly WireAdminMarket[] } | 'delete' | null>(null);
  const call = useSignedCall({
    onClose: () => setAsked(null),
    mutationFn: async ({ ids, action, act }: BulkCall, sign) => {
      const signed = act === undefined ? undefined : await sign(act);
      return callApi('bulkMarkets', {
        body: { ids, action, ...(action === 'delete' && { count: ids.length }), signed },
      });
    },
    onMutate: () => setOutcome(null),
    onError: (error, { ids, isUndo }) => {
      // The table disappears with the session.
      if (error instanceof ApiError && error.status === 401 && owner !== null && !isUndo) {
        queryClient.setQueryData([KEPT_SELECTION, owner], ids);
      }
    },
    onSuccess: (result, { action, isUndo }) => {
      setAsked(null);
      onDone();
      setOutcome({ key: Date.now(), action, result, undo: isUndo ? null : (UNDO_OF[action] ?? null) });
      // Not awaited, so the action can be undone before thousands of rows are read again.
      renewResults(queryClient);
    },
  });
  const { reset } = call;
  const send = (action: BulkAction, markets: readonly WireAdminMarket[], act?: SignedAct) =>
    call.mutate({ ids: markets.map(({ id }) => id), action, isUndo: false, act });

  const askToClose = useCallback(
    (markets: readonly WireAdminMarket[]) => {
      reset();
      setAsked({ close: markets });
    },
    [reset],
  );

  return {
    call,
    outcome,
    dismiss: () => setOutcome(null),
    undo: () =>
      outcome?.undo && call.mutate({ ids: outcome.result.done, action: outcome.undo, isUndo: true }),
    asked,
    askToClose,
    apply: (action: BulkAction, markets: readonly WireAdminMarket[]) => {
      if (action === 'close') return askToClose(markets);
      reset();
      if (action === 'delete') setAsked('delete');
      else send(action, markets);
    },
    /** Signed, because it can't be undone. */
    close: (markets: readonly WireAdminMarket[]) => send('close', markets, { kind: 'close-now', markets }),
    delete: (markets: readonly WireAdminMarket[]) => send('delete', markets, { kind: 'delete', markets }),
    leave: () => {
      call.leave();
      // An admin who cancelled needn't see that nothing was done.
      if (call.isSigning) reset();
    },
  };
}

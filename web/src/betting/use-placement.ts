import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { Placement } from './signed-bet.ts';

/** The latest attempt to place a bet. It belongs to the page and not to the dialog, so closing the dialog doesn't cancel it. */
export interface PlacementState {
  placement: Placement;
  /** Changes at once, so two clicks in one frame place one bet. */
  latest: RefObject<Placement>;
  become: (next: Placement) => void;
  /** Drops the report of a failed attempt; anything else stays. */
  forgetFailure: () => void;
  /** The id of the toast that reported the latest failure. */
  failureToast: RefObject<string | null>;
}

/** Keeps the latest attempt. `usePlaceBet`, which loads with the forms, changes it. */
export function usePlacement(): PlacementState {
  const [placement, setPlacement] = useState<Placement>({ kind: 'idle' });
  const latest = useRef(placement);
  const failureToast = useRef<string | null>(null);
  const become = useCallback((next: Placement) => {
    latest.current = next;
    setPlacement(next);
  }, []);
  const forgetFailure = useCallback(() => {
    if (latest.current.kind === 'failed') become({ kind: 'idle' });
  }, [become]);
  return useMemo(
    () => ({ placement, latest, become, forgetFailure, failureToast }),
    [placement, become, forgetFailure],
  );
}

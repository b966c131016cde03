import { type RefObject, useEffect, useRef } from 'react';
import type { Placement } from './signed-bet.ts';

/**
 * Keeps the focus in the dialog: the button that was pressed is disabled or gone while its bet is placed.
 *
 * @param isMine the placement is of the outcome of the form
 * @returns where it goes: the step of the placement, and what came of it
 */
export function useBetFocus(
  { kind }: Placement,
  isMine: boolean,
): {
  step: RefObject<HTMLParagraphElement | null>;
  notices: RefObject<HTMLDivElement | null>;
} {
  const step = useRef<HTMLParagraphElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isMine) return;
    if (kind === 'signing') step.current?.focus();
    if (kind !== 'failed' && kind !== 'unanswered') return;
    // A wallet that is part of the page gives the focus back a moment after it has answered.
    const timer = setTimeout(() => notices.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, [kind, isMine]);
  return { step, notices };
}

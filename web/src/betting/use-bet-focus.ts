import { useEffect, useRef } from 'react';

/**
 * Keeps the focus in the dialog while a bet is placed or sold, because the pressed button is then disabled or removed.
 *
 * @param kind the state of the bet or cash-out
 * @param isMine it is about the bet of this form
 * @returns the elements that get the focus: the current step, and later the notices
 */
export function useBetFocus({ kind }: { kind: string }, isMine: boolean) {
  const step = useRef<HTMLParagraphElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isMine) return;
    if (kind === 'signing') step.current?.focus();
    if (kind !== 'failed' && kind !== 'unanswered') return;
    // A wallet in the page itself returns the focus a moment after it has answered.
    const timer = setTimeout(() => notices.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, [kind, isMine]);
  return { step, notices };
}

import { useEffect, useState } from 'react';
import type { CashOutOrder } from './cash-out-act.ts';
import { type ChosenPart, choosePart, type Share } from './choose-part.ts';

/** A typed stake is quoted once typing has paused for this long. */
const QUOTE_DELAY_MS = 250;

export type PartChoice = ReturnType<typeof usePartChoice>;

/**
 * How much of a bet is sold.
 *
 * @param is.open the open stake, USDC; null if no parts of it are sold
 * @param is.order the cash-out of the bet in progress, whose part stays; null for none
 */
export function usePartChoice({ open, order }: { open: number | null; order: CashOutOrder | null }) {
  const ordered = order?.part?.stake;
  const [share, setShare] = useState<Share>(ordered === undefined ? 'all' : 'typed');
  const [text, setText] = useState(ordered === undefined ? '' : String(ordered));
  const chosen: ChosenPart =
    order !== null ? partOf(order) : open === null ? { kind: 'all' } : choosePart({ share, text, open });
  const settled = useSettled(text, QUOTE_DELAY_MS);
  const isTyping = order === null && open !== null && share === 'typed' && settled !== text;
  return {
    share,
    setShare,
    text,
    setText,
    chosen,
    /** The stake to quote, USDC; undefined: all that is open; null: none yet. */
    quoted: isTyping ? null : stakeOf(chosen),
  };
}

const partOf = ({ part }: CashOutOrder): ChosenPart =>
  part === undefined ? { kind: 'all' } : { kind: 'part', stake: part.stake };

function stakeOf(chosen: ChosenPart): number | null | undefined {
  if (chosen.kind === 'all') return undefined;
  return chosen.kind === 'part' ? chosen.stake : null;
}

/** A value once it has stayed the same for some time. */
function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../texts/t.ts';
import { cardFocusIn, restoreCardFocus } from './card-focus.ts';
import { holdOrder } from './hold-order.ts';
import { MarketCard, type MarketCardProps } from './market-card.tsx';
import { usePrinting } from './use-printing.ts';
import { useVisibleCards } from './use-visible-cards.ts';

/** From this many on only the cards in view are on the page. */
const VIRTUAL_FROM = 200;
/** While the code for a long list is on its way its first cards are shown. */
const SHOWN_MEANWHILE = 12;
/** Printed, and without that code, a longer list goes this far: laying out more takes the browser seconds. */
const SHOWN_AT_MOST = 400;

export interface MarketGridProps extends Omit<MarketCardProps, 'market'> {
  /** What is listed, in its order. */
  markets: readonly WireMarket[];
  /** Every market there is, also those that would now leave the list. */
  all: readonly WireMarket[];
  /** Names the list. */
  label: string;
  /** What was chosen to see. Another choice is another list: its order is not held. */
  choice: unknown;
  /** True while a dialog opened from a card is open. */
  held: boolean;
}

/** The cards of a list in its order. The order rests while a card is hovered, focused or has its dialog open. */
export function MarketGrid({ markets, all, label, choice, held, ...card }: MarketGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const lastFocusedId = useRef<string | null>(null);
  const before = useRef<Shown>({ choice, ids: [], isLong: false, isVirtual: false });
  const printing = usePrinting();

  const resting = (held || hovered || focusedId !== null) && before.current.choice === choice;
  const shown = resting ? holdOrder({ shownIds: before.current.ids, all, sorted: markets }) : markets;
  // Cards are laid out anew where this changes, so it rests with the order.
  const isLong = resting ? before.current.isLong : shown.length >= VIRTUAL_FROM;
  const visibleCards = useVisibleCards(isLong);
  const Visible = isLong && !printing && typeof visibleCards === 'object' ? visibleCards.part : null;
  const isVirtual = Visible !== null;
  const isWaiting = isLong && !printing && visibleCards === 'on-its-way';
  const most = isWaiting ? SHOWN_MEANWHILE : SHOWN_AT_MOST;
  const laidOut = isLong && !isVirtual ? shown.slice(0, most) : shown;

  // The other way of laying cards out draws them anew, also the one that has the focus.
  const focusToKeep = before.current.isVirtual === isVirtual ? null : cardFocusIn(list.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the way has changed
  useLayoutEffect(() => {
    if (focusToKeep) requestAnimationFrame(() => restoreCardFocus(list.current, focusToKeep));
  }, [isVirtual]);
  useEffect(() => {
    before.current = { choice, ids: shown.map(({ id }) => id), isLong, isVirtual };
  });

  const focus = (id: string | null) => {
    if (id !== null) lastFocusedId.current = id;
    setFocusedId(id);
  };
  // While a dialog is open the card it came from waits for the focus.
  const pinnedId = focusedId ?? (held ? lastFocusedId.current : null);
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className="market-grid"
        data-virtual={isVirtual || undefined}
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={(event) => focus(marketOf(event.target))}
        onBlur={(event) => {
          // A window that loses the focus as a whole gives it back to the same card.
          if (document.activeElement === event.target) return;
          if (!event.currentTarget.contains(event.relatedTarget)) focus(null);
        }}
      >
        {Visible ? (
          <Visible markets={shown} list={list} pinnedId={pinnedId} {...card} />
        ) : (
          laidOut.map((market) => (
            <li key={market.id} data-market={market.id} className="grid min-w-0">
              <MarketCard market={market} {...card} />
            </li>
          ))
        )}
      </ul>
      {laidOut.length < shown.length && !isWaiting && (
        <p className="mt-4 text-meta">{t('finding.notShown', { count: shown.length - laidOut.length })}</p>
      )}
    </>
  );
}

/** What was on the page last. */
interface Shown {
  choice: unknown;
  ids: readonly string[];
  isLong: boolean;
  isVirtual: boolean;
}

function marketOf(target: EventTarget): string | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-market]') : null;
  return item?.dataset.market ?? null;
}

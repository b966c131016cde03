import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listenTo } from '../signals/listen-to.ts';
import { t } from '../texts/t.ts';
import { keepOrder } from './keep-order.ts';
import { MarketCard, type MarketCardProps } from './market-card.tsx';
import { useVisibleCards } from './use-visible-cards.ts';

/** From this many cards on, only those in view are in the page. */
const VIRTUAL_FROM = 200;
/** How many cards are shown while the code for a long list loads. */
const SHOWN_MEANWHILE = 12;
/** The most cards in print, or if that code fails to load, because laying out more takes the browser seconds. */
const SHOWN_AT_MOST = 400;

export interface MarketGridProps extends Omit<MarketCardProps, 'market'> {
  /** The listed markets, in order. */
  markets: readonly WireListedMarket[];
  /** Every market, including those that would now leave the list. */
  all: readonly WireListedMarket[];
  /** The accessible name of the list. */
  label: string;
  /** Identifies the list. When it changes, the previous order isn't kept. */
  choice: unknown;
  /** A dialog opened from a card is open. */
  held: boolean;
}

/** The cards of a list. Their order doesn't change while a card is hovered, focused or has its dialog open. */
export function MarketGrid({ markets, all, label, choice, held, ...card }: MarketGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const lastFocusedId = useRef<string | null>(null);
  const before = useRef<Shown>({ choice, ids: [], isLong: false, isVirtual: false });
  const printing = usePrinting();

  const resting = (held || hovered || focusedId !== null) && before.current.choice === choice;
  const shown = resting ? keepOrder({ shownIds: before.current.ids, all, sorted: markets }) : markets;
  // A change of this renders the cards again, so it is kept along with the order.
  const isLong = resting ? before.current.isLong : shown.length >= VIRTUAL_FROM;
  const visibleCards = useVisibleCards(isLong);
  const Visible = isLong && !printing && typeof visibleCards === 'object' ? visibleCards.part : null;
  const isVirtual = Visible !== null;
  const isWaiting = isLong && !printing && visibleCards === 'on-its-way';
  const most = isWaiting ? SHOWN_MEANWHILE : SHOWN_AT_MOST;
  const laidOut = isLong && !isVirtual ? shown.slice(0, most) : shown;

  // Switching to or from the virtual list renders all cards again, including the focused one.
  const focusToKeep = before.current.isVirtual === isVirtual ? null : cardFocusIn(list.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per switch
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
  // While a dialog is open, the card it was opened from stays in the page, because it gets the focus back.
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
          // If the whole window loses the focus, the same card gets it back later.
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

/** What the last render showed. */
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

/** True while the page is printed; it must then include what is out of view. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints as soon as the listeners return, so the change must render at once.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    const stops = [listenTo(window, ['beforeprint'], before), listenTo(window, ['afterprint'], after)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return printing;
}

/** The position of the focus in a list of cards: the market of the card, and the index of its link or button. */
interface CardFocus {
  id: string;
  place: number;
}

/** The position of the focus in the list; null if it is elsewhere. */
function cardFocusIn(list: HTMLElement | null): CardFocus | null {
  const { activeElement } = document;
  if (list === null || activeElement === null || !list.contains(activeElement)) return null;
  const card = activeElement.closest<HTMLElement>('[data-market]');
  if (card === null) return null;
  return { id: card.dataset.market ?? '', place: controlsOf(card).indexOf(activeElement) };
}

/** Restores the focus after the cards were rendered again. Does nothing if the list still has the focus. */
function restoreCardFocus(list: HTMLElement | null, { id, place }: CardFocus): void {
  if (list === null || list.contains(document.activeElement)) return;
  const cards = [...list.querySelectorAll<HTMLElement>('[data-market]')];
  const card = cards.find(({ dataset }) => dataset.market === id);
  const control = card && controlsOf(card)[place];
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

function controlsOf(card: HTMLElement): Element[] {
  return [...card.querySelectorAll('a, button')];
}

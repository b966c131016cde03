import type { WireGame } from '@tallystone/core/http-api/azuro';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { AzuroGameRow } from './azuro-game-row.tsx';
import { whyNotChosen } from './azuro-games.ts';

/** Height of most rows, px: the closer the guess, the less is laid out again while scrolling. */
const ROW_PX = { wide: 77, narrow: 101 };
const WIDE_PX = 640;

export interface AzuroGameListProps {
  games: readonly WireGame[];
  selected: ReadonlySet<string>;
  now: Date;
  /** `range`: Shift was held, so everything since the last one is meant. */
  onToggle: (id: string, choice: { range: boolean }) => void;
}

/** The games in a box of at most 24rem; only the rows in view, and the one that holds the focus, are on the page. */
export function AzuroGameList({ games, selected, now, onToggle }: AzuroGameListProps) {
  const box = useRef<HTMLElement>(null);
  // The box that is ticked does not say which keys were held.
  const shiftHeld = useRef(false);
  const [focused, setFocused] = useState<number | null>(null);
  const rows = useVirtualizer({
    count: games.length,
    getScrollElement: () => box.current,
    estimateSize: () => (window.innerWidth >= WIDE_PX ? ROW_PX.wide : ROW_PX.narrow),
    getItemKey: (index) => games[index]?.id ?? index,
    overscan: 4,
    // A row that comes a frame later is better than a frame that comes late.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === null || focused >= games.length || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
  });

  /** Up and Down go from box to box, past those that cannot be ticked. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    shiftHeld.current = event.shiftKey;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = rowOf(event.target);
    if (step === 0 || from === null) return;
    event.preventDefault();
    let to = from + step;
    for (let game = games[to]; game && whyNotChosen(game, now) !== null; game = games[to]) to += step;
    if (!games[to]) return;
    // The row has to be on the page before it can take the focus.
    setFocused(to);
    rows.scrollToIndex(to);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-index="${to}"] input`)?.focus({ preventScroll: true }),
    );
  };

  return (
    <ScrollBox
      ref={box}
      aria-label={t('adminAzuro.gamesOfFeed')}
      className="max-h-[24rem] rounded-card border border-line bg-surface"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        shiftHeld.current = event.shiftKey;
      }}
      onFocus={(event) => setFocused(rowOf(event.target))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      }}
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const game = games[index];
          return (
            game && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={games.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-b border-line contain-content"
                style={{ transform: `translateY(${start}px)` }}
              >
                <AzuroGameRow
                  game={game}
                  blocked={whyNotChosen(game, now)}
                  checked={selected.has(game.id)}
                  onToggle={() => onToggle(game.id, { range: shiftHeld.current })}
                />
              </li>
            )
          );
        })}
      </ul>
    </ScrollBox>
  );
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset.index) : null;
}

import type { WireGame } from '@tallystone/core/http-api/azuro';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { AzuroGameRow } from './azuro-game-row.tsx';
import { whyNotChosen } from './azuro-games.ts';

/** Usual row height in px: a closer guess means less layout while scrolling. */
const ROW_PX = { wide: 109, narrow: 133 };
const WIDE_PX = 640;

export interface AzuroGameListProps {
  games: readonly WireGame[];
  selected: ReadonlySet<string>;
  now: Date;
  /** `range`: Shift was down, so select everything since the last game clicked. */
  onToggle: (id: string, choice: { range: boolean }) => void;
}

/** The games in a box of at most 24rem. Only the rows in view and the focused row are rendered. */
export function AzuroGameList({ games, selected, now, onToggle }: AzuroGameListProps) {
  const box = useRef<HTMLElement>(null);
  // A checkbox's change event doesn't say whether Shift was down.
  const shiftHeld = useRef(false);
  const [focused, setFocused] = useState<number | null>(null);
  const rows = useVirtualizer({
    count: games.length,
    getScrollElement: () => box.current,
    estimateSize: () => (window.innerWidth >= WIDE_PX ? ROW_PX.wide : ROW_PX.narrow),
    getItemKey: (index) => games[index]?.id ?? index,
    overscan: 4,
    // A row that appears one frame late is better than a late frame.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === null || focused >= games.length || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
  });

  /** Up and Down move between checkboxes and skip the disabled ones. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    shiftHeld.current = event.shiftKey;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = rowOf(event.target);
    if (step === 0 || from === null) return;
    event.preventDefault();
    let to = from + step;
    for (let game = games[to]; game && whyNotChosen(game, now) !== null; game = games[to]) to += step;
    if (!games[to]) return;
    // The row must be rendered before it can be focused.
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

import type { Category, WireMarket } from '@tallystone/core/http-api';
import { listMarkets } from '@tallystone/core/markets/list-markets';
import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/t.ts';
import { categoryWord } from './category-name.ts';
import { holdOrder } from './hold-order.ts';
import { MarketCard, type MarketCardProps } from './market-card.tsx';

export interface MarketGridProps extends Pick<MarketCardProps, 'now' | 'online' | 'onPick' | 'footer'> {
  markets: readonly WireMarket[];
  category: Category;
  /** True while a dialog opened from a card is open. */
  held: boolean;
}

/** The cards of one category in listing order. The order rests while a card is hovered, focused or has its dialog open. */
export function MarketGrid({ markets, category, held, now, online, onPick, footer }: MarketGridProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const shownIds = useRef<readonly string[]>([]);

  const sorted = listMarkets({ markets, category, now });
  const resting = held || hovered || focused;
  const shown = resting
    ? holdOrder({
        shownIds: shownIds.current,
        all: markets.filter((each) => each.category === category),
        sorted,
      })
    : sorted;

  useEffect(() => {
    shownIds.current = shown.map(({ id }) => id);
  });

  return (
    <ul
      aria-label={t('markets.listOf', { category: categoryWord(category) })}
      className="market-grid"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {shown.map((market) => (
        <li key={market.id} className="grid min-w-0">
          <MarketCard market={market} now={now} online={online} onPick={onPick} footer={footer} />
        </li>
      ))}
    </ul>
  );
}

import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { formatVolume } from '@tallystone/core/markets/volume';
import { ChevronLeft, Share2 } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { Link } from 'wouter';
import { WatchStar } from '../finding/watch-star.tsx';
import { OddsFrom } from '../markets/feed-odds.tsx';
import { marginWords } from '../markets/margin-mark.tsx';
import { MarketBadges, MarketTags } from '../markets/market-badges.tsx';
import { MarketTimes } from '../markets/market-times.tsx';
import { t } from '../texts/t-market-page.ts';
import { Button } from '../ui/button.tsx';
import { ShareDialog } from './share-dialog.tsx';

export interface MarketHeaderProps {
  market: WireListedMarket;
  /** False for a game's side markets: the watchlist is a part of the list, which never has them. */
  canWatch: boolean;
  now: Date;
  heading: Ref<HTMLHeadingElement>;
  /** Shown beside the link back to the list: whether the page has live prices. */
  mark: ReactNode;
}

/** The title, times, odds source and full description of a market. */
export function MarketHeader({ market, canWatch, now, heading, mark }: MarketHeaderProps) {
  const [sharing, setSharing] = useState(false);
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-meta">
        <nav aria-label={t('marketPage.path')}>
          <Link
            href={categoryPath(market)}
            className="inline-flex items-center gap-1 min-h-11 -ml-1 text-primary font-semibold underline-offset-3 [&:hover]:underline"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            {t('marketPage.allMarkets')} · {t(`categories.${market.category}`)}
          </Link>
        </nav>
        {mark}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <MarketBadges market={market} now={now} />
        <span className="text-meta text-muted">
          {t('card.volume')} <span className="font-semibold text-ink">{formatVolume(market.volume)}</span>
        </span>
        <div className="ml-auto flex items-center gap-2">
          {canWatch && <WatchStar market={market} />}
          <Button variant="secondary" size="small" onClick={() => setSharing(true)}>
            <Share2 aria-hidden="true" className="size-4" />
            {t('marketPage.share')}
          </Button>
        </div>
      </div>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-h2 outline-none">
        {market.title}
      </h1>
      {market.description && (
        <p className="mt-2 max-w-[75ch] whitespace-pre-line text-muted">{market.description}</p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-meta text-muted">
        <MarketTimes market={market} now={now} />
        <span className="empty:hidden">
          {market.oneSided ? t('marketPage.marginUnknown') : marginWords(market)}
        </span>
        <span className="empty:hidden">{market.source === 'azuro' && <OddsFrom margin={null} />}</span>
      </div>
      {market.gameId !== undefined && (
        <Link href={`/game/${market.gameId}`} className="text-link inline-flex items-center min-h-11">
          {t('marketPage.ofGame')}
        </Link>
      )}
      <MarketTags market={market} />
      {sharing && <ShareDialog market={market} onClose={() => setSharing(false)} />}
    </header>
  );
}

/** The URL of the market's category in the list. The first category needs no parameter. */
function categoryPath({ category }: WireListedMarket): string {
  return category === 'sports' ? '/' : `/?category=${category}`;
}

import type { WireGameMarket, WireGamePage } from '@tallystone/core/http-api/markets';
import { ChevronLeft, Clock } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { timeRemaining } from '../format/market-time.ts';
import { momentText, utcText } from '../format/moment.tsx';
import { counted } from '../format/whole-number.ts';
import { OddsFrom } from '../markets/feed-odds.tsx';
import { InPlay } from '../markets/in-play.tsx';
import { t } from '../texts/t-game-page.ts';
import { Badge } from '../ui/badge.tsx';

export interface GameHeaderProps {
  game: WireGamePage;
  /** One of its markets that is in play; undefined if none is. */
  running: WireGameMarket | undefined;
  now: Date;
  heading: Ref<HTMLHeadingElement>;
  /** Shown beside the link back to the list: whether the page has live prices. */
  mark: ReactNode;
}

/** The title, league, start and state of a game. */
export function GameHeader({ game, running, now, heading, mark }: GameHeaderProps) {
  const moment = momentText(game.startsAt) ?? t('controls.unknownTime');
  const isAhead = Date.parse(game.startsAt) > now.getTime();
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta">
        <nav aria-label={t('gamePage.path')}>
          <Link
            href="/"
            className="inline-flex items-center gap-1 min-h-11 -ml-1 text-primary font-semibold underline-offset-3 [&:hover]:underline"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            {t('gamePage.allMarkets')}
          </Link>
        </nav>
        {mark}
      </div>
      <div className="mt-2 flex min-h-6 flex-wrap items-center gap-2 text-meta text-muted">
        {running ? (
          <InPlay market={{ ...running, title: game.title }} at="badge" />
        ) : (
          <StateBadge state={game.state} isAhead={isAhead} />
        )}
        <span>{game.league}</span>
        {running && <InPlay market={running} at="times" />}
      </div>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-h2 outline-none wrap-anywhere">
        {game.title}
      </h1>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-meta text-muted">
        <time dateTime={game.startsAt} title={utcText(game.startsAt)}>
          {isAhead ? t('times.starts', { moment }) : t('gamePage.started', { moment })}
        </time>
        {isAhead && (
          <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
            <Clock aria-hidden="true" className="size-4 text-muted" />
            {timeRemaining({ endsAt: game.startsAt, now })}
            <span className="sr-only"> {t('times.untilStart')}</span>
          </span>
        )}
        <span>{t('gamePage.count', counted(game.markets.length))}</span>
        <OddsFrom margin={null} />
      </div>
    </header>
  );
}

/** By the feed's state name, and by the clock until the feed says that the game has started. */
function StateBadge({ state, isAhead }: { state: string; isAhead: boolean }) {
  switch (state) {
    case 'Finished':
      return <Badge variant="secondary">{t('card.ended')}</Badge>;
    case 'Canceled':
      return <Badge variant="secondary">{t('gamePage.canceled')}</Badge>;
    case 'Stopped':
      return <Badge variant="secondary">{t('gamePage.stopped')}</Badge>;
    case 'Prematch':
      if (isAhead) return <Badge variant="upcoming">{t('card.upcoming')}</Badge>;
      return <Badge variant="live">{t('card.live')}</Badge>;
    case 'Live':
      return <Badge variant="live">{t('card.live')}</Badge>;
    default:
      return null;
  }
}

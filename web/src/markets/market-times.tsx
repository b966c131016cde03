import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { utcMinute } from '@tallystone/core/utc-minute';
import { Clock } from 'lucide-react';
import { settlesSoon } from '../finding/settles-soon.ts';
import { timeLabel, timeRemaining } from '../format/market-time.ts';
import { t } from '../texts/t.ts';
import { LaterInPlay } from './later-in-play.tsx';
import { END_WORDS } from './market-end.ts';
import { SettlesChip } from './settles-chip.tsx';

const MINUTE_MS = 60_000;

/** When a market starts or ends, and the time until its end. Screen readers hear what the time is until. */
export function MarketTimes({ market, now }: { market: WireListedMarket; now: Date }) {
  const end = END_WORDS[market.state];
  // The end of a game in play is only expected, and moves with its clock.
  if (!end && market.inPlay) return <LaterInPlay market={market} at="times" />;
  return (
    <>
      <time dateTime={market.endsAt} title={utcText(market.endsAt)}>
        {end ? t(end.label) : timeLabel({ endsAt: market.endsAt, startsAt: market.startsAt, now })}
      </time>
      {end === undefined && (
        <span className="inline-flex flex-wrap items-center gap-1.5 font-semibold text-ink">
          {maySettleSoon(market, now) && <SettlesChip market={market} />}
          <Clock aria-hidden="true" className="size-4 text-muted" />
          {timeRemaining({ endsAt: market.endsAt, now })}
          <span className="sr-only empty:hidden">{untilWhat(market, now)}</span>
        </span>
      )}
    </>
  );
}

/** Whether it settles soon at some time before the next full minute: only then does its chip follow each second. */
function maySettleSoon(market: WireListedMarket, now: Date): boolean {
  return [0, MINUTE_MS].some((ahead) => settlesSoon(market, now.getTime() + ahead));
}

/** What the remaining time ends with, as the end of a sentence; null once it is over. */
function untilWhat({ startsAt, endsAt }: WireListedMarket, now: Date): string | null {
  if (timeStatus({ endsAt, now }) === 'ended') return null;
  // Bets on a game end with its start.
  return ` ${t(startsAt === endsAt ? 'times.untilStart' : 'times.untilEnd')}`;
}

function utcText(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : t('card.endsAt', { time: utcMinute(moment) });
}

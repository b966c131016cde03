import type { WireMarket, WireOutcome } from '@tallystone/core/http-api';
import { timeLabel } from '@tallystone/core/markets/time-label';
import { timeRemaining } from '@tallystone/core/markets/time-remaining';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { formatVolume } from '@tallystone/core/markets/volume';
import { utcMinute } from '@tallystone/core/utc-minute';
import { Clock } from 'lucide-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { FeedOdds } from './feed-odds.tsx';
import { MarketDescription } from './market-description.tsx';
import { MarketSettlement } from './market-settlement.tsx';
import { OutcomeButton } from './outcome-button.tsx';
import { TallyBar } from './tally-bar.tsx';
import { whyNoBets } from './why-no-bets.ts';

const OUTCOMES_SHOWN = 4;
/** For a card that is still shown though its market has left the list. */
const END_WORDS: Partial<Record<WireMarket['state'], { badge: string; label: string }>> = {
  resolving: { badge: 'ENDED', label: 'Being settled' },
  settled: { badge: 'ENDED', label: 'Settled' },
  void: { badge: 'VOID', label: 'Void' },
};

/** Hands an outcome to the bet flow; focus returns to the trigger. */
export type PickOutcome = (pick: { market: WireMarket; outcome: WireOutcome; trigger: HTMLElement }) => void;

export interface MarketCardProps {
  market: WireMarket;
  now: Date;
  online: boolean;
  onPick: PickOutcome;
  /** What stands at the end of the card; the same function every time. */
  footer?: ((market: WireMarket) => ReactNode) | undefined;
}

/** One market of the list: what is asked, until when, and a button for each outcome. */
export const MarketCard = memo(function MarketCard({ market, now, online, onPick, footer }: MarketCardProps) {
  const titleId = useId();
  const [expanded, setExpanded] = useState(false);
  const outcomes = market.outcomes ?? [];
  const tags = market.tags ?? [];
  const hidden = outcomes.length - OUTCOMES_SHOWN;
  const shown = expanded ? outcomes : outcomes.slice(0, OUTCOMES_SHOWN);
  // Whatever the clock says, what has its end is not to come.
  const end = END_WORDS[market.state];
  const status = end === undefined ? timeStatus({ endsAt: market.endsAt, now }) : null;
  const closedBecause = reasonNotToBet({ market, now, ended: status === 'ended', online });

  return (
    <article aria-labelledby={titleId} className="card market-card">
      <div className="flex flex-wrap items-center gap-2">
        {status === 'live' && <Badge variant="live">LIVE</Badge>}
        {status === 'upcoming' && <Badge variant="upcoming">UPCOMING</Badge>}
        {status === 'ended' && <Badge variant="secondary">ENDED</Badge>}
        {end && <Badge variant="secondary">{end.badge}</Badge>}
        {market.source === 'practice' && <Badge variant="practice">Practice</Badge>}
        <span className="ml-auto text-meta text-muted">
          Volume <span className="font-semibold text-ink">{formatVolume(market.volume)}</span>
        </span>
      </div>
      <h4 id={titleId} className="mt-3 text-title line-clamp-3 break-words">
        {market.title}
      </h4>
      <MarketDescription text={market.description} marketTitle={market.title} />

      <div className="pt-4">
        <hr className="rule-dashed" />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-meta text-muted">
          <time dateTime={market.endsAt} title={utcText(market.endsAt)}>
            {end?.label ?? timeLabel({ endsAt: market.endsAt, startsAt: market.startsAt, now })}
          </time>
          {end === undefined && (
            <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
              <Clock aria-hidden="true" className="size-4 text-muted" />
              {timeRemaining({ endsAt: market.endsAt, now })}
            </span>
          )}
        </div>
        <TallyBar outcomes={outcomes} dimmed={closedBecause !== null} />
        <div className="@container mt-3">
          <div className="outcomes" data-layout={layoutOf(outcomes.length)}>
            {shown.map((outcome, index) => (
              <OutcomeButton
                key={outcome.id}
                outcome={outcome}
                index={index}
                marketTitle={market.title}
                disabled={closedBecause !== null}
                onPick={(trigger) => onPick({ market, outcome, trigger })}
              />
            ))}
          </div>
        </div>
        {hidden > 0 && (
          <button
            type="button"
            aria-expanded={expanded}
            className="more-outcomes"
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? 'Show fewer' : `Show ${hidden} more`}
            <span className="sr-only"> outcomes of {market.title}</span>
          </button>
        )}
        {closedBecause && <p className="mt-3 text-meta text-warning">{closedBecause}</p>}
        <p className="mt-3 text-small text-muted empty:hidden">
          <FeedOdds market={market} />
          <MarketSettlement market={market} />
        </p>
        {tags.length > 0 && (
          <ul aria-label={`Tags of ${market.title}`} className="market-tags">
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
        {footer?.(market)}
      </div>
    </article>
  );
});

function reasonNotToBet(facts: {
  market: WireMarket;
  now: Date;
  ended: boolean;
  online: boolean;
}): string | null {
  if (facts.ended) return 'Betting on this market has closed.';
  const closed = whyNoBets(facts.market, facts.now);
  if (closed !== null) return closed;
  if (!facts.online) return 'You are offline. Betting resumes when the connection is back.';
  return null;
}

/** Two stand side by side, three do where there is room, more are rows. */
function layoutOf(count: number): 'two' | 'three' | 'rows' {
  if (count === 2) return 'two';
  return count === 3 ? 'three' : 'rows';
}

function utcText(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : `Ends ${utcMinute(moment)}`;
}

import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useEffect, useRef } from 'react';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { OutcomeHint } from '../betting/outcome-hint.tsx';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { reasonNotToBet } from '../markets/reason-not-to-bet.ts';
import { useOnline } from '../markets/use-online.ts';
import { clockText } from '../stream/clock-text.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { useHeldPrices } from '../stream/use-held-prices.ts';
import { t } from '../texts/t-market-page.ts';
import { Activity } from './activity.tsx';
import { BetBar } from './bet-bar.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { HouseRisk } from './house-risk.tsx';
import { MarketHeader } from './market-header.tsx';
import { OutcomesPanel } from './outcomes-panel.tsx';
import { OwnBets } from './own-bets.tsx';
import { RelatedMarkets } from './related-markets.tsx';
import { Rules } from './rules.tsx';
import type { MarketPageState } from './use-market.ts';

/** Up to this many outcomes stay in view while the page scrolls; a longer list scrolls with it. */
const FEW_OUTCOMES = 4;

/** Everything about one market. */
export function MarketView({ state }: { state: Extract<MarketPageState, { kind: 'found' }> }) {
  const { market, gone } = state;
  const now = useMinuteClock();
  const online = useOnline();
  const pricesPaused = useHeldPrices();
  const { open } = useBetSlip();
  const outcomes = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // After a link the focus is at the start of the page; it moves to the heading now that there is one.
  useEffect(() => {
    if (document.activeElement?.id === 'main') heading.current?.focus({ preventScroll: true });
  }, []);

  const closedBecause = gone ? t('stream.noBetsNow') : reasonNotToBet({ market, now, online, pricesPaused });
  const trouble = troubleOf(state);
  return (
    <>
      <div className="frame market-page pt-6 pb-12">
        <MarketHeader market={market} now={now} heading={heading} mark={<StreamMark />} />
        <div role="status">
          {trouble && (
            <p className="mt-4 px-4 py-3 border border-warning rounded-control bg-warning-soft">{trouble}</p>
          )}
        </div>
        <div className="grid grid-cols-1 gap-5 mt-5 lg:grid-cols-[minmax(0,1fr)_23.5rem] lg:[grid-template-rows:auto_1fr]">
          <div className="min-w-0">
            <HistoryPanel market={market} running={isRunning(market, now)} now={now} />
          </div>
          <div className="market-page-side" data-stays={market.outcomes.length <= FEW_OUTCOMES || undefined}>
            <div>
              <OutcomeHint />
              <OutcomesPanel ref={outcomes} market={market} closedBecause={closedBecause} onPick={open} />
            </div>
            <OwnBets marketId={market.id} />
          </div>
          <div className="grid grid-cols-1 gap-5 content-start">
            <HouseRisk market={market} />
            <Rules market={market} />
            <Activity market={market} />
          </div>
        </div>
        <RelatedMarkets market={market} now={now} />
      </div>
      {closedBecause === null && <BetBar market={market} outcomes={outcomes} onPick={open} />}
    </>
  );
}

/** Whether the market's prices can still move. */
function isRunning({ state, closesAt }: WireMarket, now: Date): boolean {
  return (state === 'open' || state === 'suspended') && Date.parse(closesAt) > now.getTime();
}

/** Why the page may be out of date, in one sentence. If the connection is lost, the mark at its top says so. */
function troubleOf({ gone, readAt, outdated }: Extract<MarketPageState, { kind: 'found' }>): string | null {
  if (gone) return t('marketPage.gone');
  return outdated ? t('marketPage.notUpdated', { time: clockText(readAt) }) : null;
}

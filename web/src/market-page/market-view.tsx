import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { OutcomeHint } from '../betting/outcome-hint.tsx';
import { parseBetLink, withoutBet } from '../betting/parse-bet-link.ts';
import { clockText } from '../format/local-time.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { useOnline } from '../markets/use-online.ts';
import { whyClosed } from '../markets/why-closed.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { useHeldPrices } from '../stream/use-held-prices.ts';
import { t } from '../texts/t-market-page.ts';
import { useMedia } from '../ui/use-media.ts';
import { Activity } from './activity.tsx';
import { BetBar } from './bet-bar.tsx';
import { BetPanel } from './bet-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { HouseRisk } from './house-risk.tsx';
import { MarketHeader } from './market-header.tsx';
import { withNamedSides, withPricedSides } from './named-sides.ts';
import { OutcomesPanel } from './outcomes-panel.tsx';
import { OwnBets } from './own-bets.tsx';
import { RelatedMarkets } from './related-markets.tsx';
import { Rules } from './rules.tsx';
import type { MarketPageState } from './use-market.ts';

/** From this width on the form is beside the chart; narrower screens have it in a dialog. */
const WIDE = '(width >= 64rem)';
/** Up to this many outcomes stay in view while the page scrolls; a longer list scrolls with it. */
const FEW_OUTCOMES = 4;

/** Everything about one market. */
export function MarketView({ state }: { state: Extract<MarketPageState, { kind: 'found' }> }) {
  const { gone } = state;
  const market = useMemo(() => withNamedSides(state.market), [state.market]);
  const whole = useMemo(() => state.whole && withNamedSides(state.whole), [state.whole]);
  const priced = useMemo(() => withPricedSides(market), [market]);
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

  const closedBecause = gone ? t('stream.noBetsNow') : whyClosed({ market, now, online, pricesPaused });
  const trouble = troubleOf(state);
  const running = isRunning(market, now);
  const hasForm = useMedia(WIDE) && running && !gone;
  const linked = useLinkedBet(market, { inDialog: !hasForm && closedBecause === null });
  return (
    <>
      <div className="frame market-page pt-6 pb-12">
        <div className="market-grid">
          <div className="min-w-0">
            <MarketHeader
              market={market}
              canWatch={!whole?.isSide}
              now={now}
              heading={heading}
              mark={<StreamMark />}
            />
            <div role="status">
              {trouble && (
                <p className="mt-4 px-4 py-3 border border-warning rounded-control bg-warning-soft">
                  {trouble}
                </p>
              )}
            </div>
          </div>
          <div className="min-w-0">
            <HistoryPanel market={priced} running={running} now={now} />
          </div>
          <div
            className="market-page-side"
            data-stays={hasForm || market.outcomes.length <= FEW_OUTCOMES || undefined}
          >
            {hasForm ? (
              <BetPanel market={market} closedBecause={closedBecause} linked={linked} />
            ) : (
              <div>
                <OutcomeHint />
                <OutcomesPanel
                  ref={outcomes}
                  market={market}
                  whole={whole}
                  closedBecause={closedBecause}
                  onPick={open}
                />
              </div>
            )}
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-5 content-start">
            <OwnBets marketId={market.id} neverSold={market.oneSided} />
            <Rules market={market} whole={whole} />
            <Activity market={market} />
            <HouseRisk market={market} />
          </div>
        </div>
        <RelatedMarkets market={market} now={now} />
      </div>
      {closedBecause === null && !hasForm && <BetBar market={priced} outcomes={outcomes} onPick={open} />}
    </>
  );
}

/**
 * The bet in the page's address, read once. Without a form on the page it is opened in the dialog. The address then goes
 * on without it, so that Back and a reload don't open the dialog again.
 */
function useLinkedBet(market: WireListedMarket, { inDialog }: { inDialog: boolean }) {
  const [search, setSearch] = useSearchParams();
  const [linked] = useState(() => parseBetLink(search, market));
  const { open } = useBetSlip();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the page had when it opened
  useEffect(() => {
    if (linked !== null && inDialog) open({ market, ...linked });
    if (withoutBet(search).size < search.size) setSearch(withoutBet, { replace: true });
  }, []);
  return linked;
}

/** Whether the market's prices can still move. */
function isRunning({ state, endsAt, closesAt = endsAt }: WireListedMarket, now: Date): boolean {
  return (state === 'open' || state === 'suspended') && Date.parse(closesAt) > now.getTime();
}

/** Why the page may be out of date, in one sentence. If the connection is lost, the mark at its top says so. */
function troubleOf({ gone, readAt, outdated }: Extract<MarketPageState, { kind: 'found' }>): string | null {
  if (gone) return t('marketPage.gone');
  return outdated ? t('marketPage.notUpdated', { time: clockText(readAt) }) : null;
}

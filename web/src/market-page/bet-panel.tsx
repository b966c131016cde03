import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { useEffect, useId, useRef, useState } from 'react';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { LaterBetForm } from '../betting/later-bet-parts.tsx';
import { hasOdds, type LinkedBet } from '../betting/parse-bet-link.ts';
import { ClosedLine } from '../markets/closed-line.tsx';
import { OutcomesByOdds } from '../markets/outcomes-by-odds.tsx';
import { TallyBar } from '../markets/tally-bar.tsx';
import { WinnersNote } from '../markets/winners-note.tsx';
import { t } from '../texts/t-market-page.ts';
import { Card } from '../ui/card.tsx';
import { withPricedSides } from './named-sides.ts';

/** A longer list is cut to its first outcomes, so that the form is in view. */
const MOST_IN_VIEW = 6;
const FIRST = 4;

export interface BetPanelProps {
  market: WireListedMarket;
  /** Why no bet can be placed now; null if one can. */
  closedBecause: string | null;
  /** The bet in the page's address. */
  linked: LinkedBet | null;
}

/** On wide screens: every outcome, and beside the chart the form of a bet on the chosen one. */
export function BetPanel({ market, closedBecause, linked }: BetPanelProps) {
  const headingId = useId();
  const [chosenId, setChosenId] = useState(linked?.outcome.id);
  const [all, setAll] = useState(false);
  const { show } = useBetSlip();
  const input = useRef<HTMLInputElement>(null);
  const [picks, setPicks] = useState(0);
  const chosen = market.outcomes.find(({ id }) => id === chosenId) ?? market.outcomes.find(hasOdds);

  useShownBet(market, chosen, linked?.amount);
  useEffect(() => () => show(null), [show]);
  // The form of another outcome has a field of its own, so it gets the focus once it is there.
  useEffect(() => {
    if (picks > 0) input.current?.focus();
  }, [picks]);

  const isLong = market.outcomes.length > MOST_IN_VIEW;
  // The panel scrolls. While nothing in it can be pressed, only the panel itself can take the focus and be scrolled by keys.
  const focusable = closedBecause !== null && { tabIndex: 0, role: 'group', 'aria-labelledby': headingId };
  return (
    <Card className="bet-panel" {...focusable}>
      {/* The padding is inside, so that the button sticks to the very edge. */}
      <div className="p-6">
        <section aria-labelledby={headingId}>
          <h2 id={headingId} className="text-title">
            {t('marketPage.outcomes')}
          </h2>
          <WinnersNote market={market} className="mt-1" />
          {!market.oneSided && (
            <div className="mt-3">
              <TallyBar outcomes={market.outcomes} dimmed={closedBecause !== null} />
            </div>
          )}
          <div className="mt-3">
            <OutcomesByOdds
              market={withPricedSides(market)}
              shown={isLong && !all ? FIRST : undefined}
              chosenId={chosen?.id ?? ''}
              disabled={closedBecause !== null}
              onPick={({ outcome }) => {
                setChosenId(outcome.id);
                setPicks(picks + 1);
              }}
            />
          </div>
          {isLong && (
            <button type="button" aria-expanded={all} className="more-outcomes" onClick={() => setAll(!all)}>
              {all ? t('card.showFewer') : t('card.showMore', { hidden: market.outcomes.length - FIRST })}
            </button>
          )}
          <ClosedLine market={market} why={closedBecause} />
        </section>
        {chosen && (
          <section aria-label={t('marketPage.betOn', { outcome: chosen.name })} className="mt-4">
            <h3 className="mb-3 border-t-2 border-dashed border-line pt-4 text-body font-bold">
              {t('marketPage.betOn', { outcome: chosen.name })}
            </h3>
            <LaterBetForm key={chosen.id} slip={{ market, outcome: chosen }} input={input} />
          </section>
        )}
      </div>
    </Card>
  );
}

/** Tells the rest of the app which bet the page's form is for; the address's stake is filled in once. */
function useShownBet(
  market: WireListedMarket,
  outcome: WireOutcome | undefined,
  linkedAmount: string | undefined,
) {
  const { show } = useBetSlip();
  const amount = useRef(linkedAmount);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new price isn't another bet
  useEffect(() => {
    if (outcome === undefined) return;
    show({ market, outcome, amount: amount.current });
    amount.current = undefined;
  }, [show, market.id, outcome?.id]);
}

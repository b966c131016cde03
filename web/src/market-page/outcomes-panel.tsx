import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { type Ref, useId } from 'react';
import { ClosedLine } from '../markets/closed-line.tsx';
import type { PickOutcome } from '../markets/outcome-list.tsx';
import { OutcomesByOdds } from '../markets/outcomes-by-odds.tsx';
import { TallyBar } from '../markets/tally-bar.tsx';
import { WinnersNote } from '../markets/winners-note.tsx';
import { t } from '../texts/t-market-page.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { withPricedSides } from './named-sides.ts';
import { resultWords } from './result-words.ts';

export interface OutcomesPanelProps {
  market: WireListedMarket;
  /** With the winners of a settled market; undefined until it is read. */
  whole: WireMarket | undefined;
  /** Why no bet can be placed now; null if one can. */
  closedBecause: string | null;
  onPick: PickOutcome;
  ref?: Ref<HTMLDivElement>;
}

/** Every outcome with its odds as a button that opens the bet dialog, as on the card. */
export function OutcomesPanel({ market, whole, closedBecause, onPick, ref }: OutcomesPanelProps) {
  const headingId = useId();
  const result = whole === undefined ? null : resultWords(whole, whole);
  return (
    <Card ref={ref} className="min-w-0 p-4 sm:p-5">
      <section aria-labelledby={headingId}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={headingId} className="text-title">
            {t('marketPage.outcomes')}
          </h2>
          {result !== null && <Badge className="min-w-0 whitespace-normal">{result}</Badge>}
        </div>
        <WinnersNote market={market} className="mt-1" />
        {!market.oneSided && (
          <div className="mt-3">
            <TallyBar outcomes={market.outcomes} dimmed={closedBecause !== null} />
          </div>
        )}
        <div className="mt-3">
          <OutcomesByOdds
            market={withPricedSides(market)}
            disabled={closedBecause !== null}
            onPick={onPick}
          />
        </div>
        <ClosedLine market={market} why={closedBecause} />
      </section>
    </Card>
  );
}

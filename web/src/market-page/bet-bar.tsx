import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { type RefObject, useEffect, useState } from 'react';
import { shownNumber } from '../format/shown-number.ts';
import { OutcomeButton } from '../markets/outcome-button.tsx';
import type { PickOutcome } from '../markets/outcome-list.tsx';
import { t } from '../texts/t-market-page.ts';

const SHOWN = 2;

/**
 * On phones, shows the two likeliest outcomes at the bottom of the screen while the outcomes panel is out of view.
 * The two are chosen when the bar appears, so that an outcome never changes under a finger.
 */
export function BetBar({
  market,
  outcomes,
  onPick,
}: {
  market: WireListedMarket;
  /** The panel that hides the bar while it is in view. */
  outcomes: RefObject<HTMLElement | null>;
  onPick: PickOutcome;
}) {
  const [hidden, setHidden] = useState(false);
  const [chosen, setChosen] = useState(() => leadingIds(market));

  useEffect(() => {
    if (outcomes.current === null || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver((entries) => {
      const latest = entries.at(-1);
      if (latest) setHidden(latest.isIntersecting);
    });
    observer.observe(outcomes.current);
    return () => observer.disconnect();
  }, [outcomes]);

  useEffect(() => {
    if (!hidden) return;
    setChosen((before) => {
      const now = leadingIds(market);
      return now.join() === before.join() ? before : now;
    });
  }, [hidden, market]);

  return (
    <section aria-label={t('marketPage.quickBets')} className="bet-bar" data-hidden={hidden || undefined}>
      {market.outcomes.map(
        (outcome, index) =>
          chosen.includes(outcome.id) && (
            <OutcomeButton
              key={outcome.id}
              outcome={outcome}
              index={index}
              marketTitle={market.title}
              disabled={false}
              onPick={(trigger) => onPick({ market, outcome, trigger })}
            />
          ),
      )}
    </section>
  );
}

function leadingIds({ outcomes }: WireListedMarket): string[] {
  return outcomes
    .map(({ id, probability }) => ({ id, chance: shownNumber(probability) ?? 0 }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, SHOWN)
    .map(({ id }) => id);
}

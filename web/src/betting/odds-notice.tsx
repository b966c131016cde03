import { useOddsInFull } from '../format/odds-format.ts';
import { t } from '../texts/t-bet.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from './notice.tsx';
import { offeredOdds, shownOdds } from './slip-odds.ts';
import type { SlipOddsView } from './use-slip-odds.ts';

/** Says that the odds moved while the dialog was open, or that they could not be read. */
export function OddsNotice({ slipOdds }: { slipOdds: SlipOddsView }) {
  const { odds, problem } = slipOdds;
  const now = offeredOdds(odds);
  const oddsInFull = useOddsInFull();
  if (now !== null) {
    return (
      <Notice
        tone="warning"
        role="status"
        actions={
          <Button size="small" disabled={slipOdds.takeOffer === null} onClick={() => slipOdds.takeOffer?.()}>
            {t('bet.use', { odds: oddsInFull(now) })}
          </Button>
        }
      >
        {t('bet.oddsAreNow', { now: oddsInFull(now), were: oddsInFull(shownOdds(odds)) })}
      </Notice>
    );
  }
  if (problem === null) return null;
  return (
    <Notice
      tone="negative"
      role="status"
      actions={
        <Button size="small" variant="secondary" onClick={slipOdds.quoteAgain}>
          {t('bet.checkAgain')}
        </Button>
      }
    >
      {problem.sentence}
    </Notice>
  );
}

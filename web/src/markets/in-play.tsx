import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { t } from '../texts/t-in-play.ts';
import { Badge } from '../ui/badge.tsx';
import { periodText } from './period-text.ts';

/** Wide enough for the longest score and clock, so that nothing moves when they change. */
const SCORE_WIDTH = { usual: '5ch', basketball: '7ch' } as const;
const CLOCK_WIDTH = '4ch';

export interface InPlayProps {
  market: Pick<WireListedMarket, 'title' | 'subcategory' | 'inPlay'>;
  /** `badge`: that it is in play. `times`: the part of the game that is being played, with score and clock. */
  at: 'badge' | 'times';
}

/** What is known about the game of a market in play; nothing for other markets. */
export function InPlay({ market: { title, subcategory, inPlay }, at }: InPlayProps) {
  if (inPlay === undefined) return null;
  if (at === 'badge') return <Badge variant="live">{t('inPlay.inPlay')}</Badge>;
  const { score, clock, period } = inPlay;
  return (
    <>
      <span>{periodText(period)}</span>
      {(score ?? clock) !== undefined && (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          {score && (
            <>
              {/* Screen readers are told each new score, but not each minute. */}
              <span role="status" className="sr-only">
                {t('inPlay.score', { title, home: score[0], away: score[1] })}
              </span>
              <span
                aria-hidden="true"
                className="text-center font-bold text-ink"
                style={{ minWidth: SCORE_WIDTH[subcategory === 'basketball' ? subcategory : 'usual'] }}
              >
                {`${score[0]}–${score[1]}`}
              </span>
            </>
          )}
          {clock !== undefined && (
            <span className="text-right" style={{ minWidth: CLOCK_WIDTH }}>
              {clock}
            </span>
          )}
        </span>
      )}
    </>
  );
}

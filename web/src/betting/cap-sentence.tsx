import type { WireLimits } from '@tallystone/core/http-api/account';
import { dollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t-account.ts';
import { TextWith } from '../texts/text-with.tsx';

/** The daily stake cap, who set it, and the next change. */
export function CapSentence({ limits }: { limits: WireLimits }) {
  const { dailyStakeCap, givenCap, ownCap, nextCap } = limits;
  return (
    <div className="text-secondary">
      <p>
        <TextWith
          text={t('limits.mayStake')}
          parts={{ amount: () => <span className="font-semibold">{dollars(dailyStakeCap)}</span> }}
        />{' '}
        <span className="text-muted">
          {ownCap === null
            ? t('limits.houseCap')
            : t('limits.ownCap', { own: dollars(ownCap), given: dollars(givenCap) })}
        </span>
      </p>
      {nextCap && (
        <p className="mt-2">
          <TextWith
            text={
              nextCap.cap === null ? t('limits.nextNone') : t('limits.nextCap', { cap: dollars(nextCap.cap) })
            }
            parts={{ moment: () => <Moment iso={nextCap.from} className="font-semibold" /> }}
          />
        </p>
      )}
    </div>
  );
}

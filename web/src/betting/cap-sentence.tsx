import type { WireLimits } from '@tallystone/core/http-api';
import { dollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';

/** What may be staked in a day, and who says so. */
export function CapSentence({ limits }: { limits: WireLimits }) {
  const { dailyStakeCap, givenCap, ownCap, nextCap } = limits;
  return (
    <div className="text-secondary">
      <p>
        You may stake <span className="font-semibold">{dollars(dailyStakeCap)}</span> in a day (UTC).{' '}
        <span className="text-muted">
          {ownCap === null
            ? 'The house gives this cap; you have set none of your own.'
            : `Your own cap is ${dollars(ownCap)}, the house gives ${dollars(givenCap)}; the lower one holds.`}
        </span>
      </p>
      {nextCap && (
        <p className="mt-2">
          From <Moment iso={nextCap.from} className="font-semibold" /> on{' '}
          {nextCap.cap === null ? 'you have no own cap.' : `your own cap is ${dollars(nextCap.cap)}.`}
        </p>
      )}
    </div>
  );
}

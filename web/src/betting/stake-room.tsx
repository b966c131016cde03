import type { WireLimits } from '@tallystone/core/http-api/account';
import { dollars, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-bet.ts';
import { TextWith } from '../texts/text-with.tsx';
import { useIsDemo } from '../wallet/use-is-demo.ts';
import { CapBar } from './cap-meter.tsx';

/** What a stake may use, in one line: in a demo the practice money, and what is left of today's limit. */
export function StakeRoom({ limits, stake }: { limits: WireLimits; stake: number }) {
  const isDemo = useIsDemo();
  const { dailyStakeCap, usedToday, capLeft, balance } = limits;
  const strong = (words: string) => <span className="font-semibold">{words}</span>;
  return (
    <div className="text-meta">
      <div className="flex flex-wrap justify-between gap-x-4">
        {isDemo && (
          <p>
            <TextWith text={t('bet.balance', { balance: exactDollars(balance) })} parts={{ strong }} />
          </p>
        )}
        <p>
          <TextWith text={t('bet.leftToday', { left: dollars(capLeft) })} parts={{ strong }} />
        </p>
      </div>
      <CapBar cap={dailyStakeCap} used={usedToday} stake={stake} label={t('bet.cap')} />
    </div>
  );
}

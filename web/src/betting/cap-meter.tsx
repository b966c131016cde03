import { dollars } from '../format/dollars.ts';
import { t } from '../texts/t-bet.ts';

/** The meter warns from this share of the cap. */
const WARNING_SHARE = 0.8;

export interface CapMeterProps {
  /** USDC per UTC day. */
  cap: number;
  /** USDC staked today. */
  used: number;
  /** USDC of the typed stake, which would be added. */
  stake?: number;
  label?: string;
}

/** How much of today's stake cap is used. */
export function CapMeter({ label = t('bet.cap'), ...rest }: CapMeterProps) {
  return (
    <div className="text-meta">
      <p>
        <span className="text-muted">{label}:</span> {usedText(rest)}
      </p>
      <CapBar {...rest} label={label} />
    </div>
  );
}

/** The same as a bar with its warnings, and how much the typed stake would add. */
export function CapBar({ cap, used, stake = 0, label }: CapMeterProps & { label: string }) {
  const share = cap > 0 ? (used + stake) / cap : 1;
  // Compared in cents, because 0.1 + 0.2 is a little more than 0.3.
  const above = Math.round((used + stake) * 100) > Math.round(cap * 100);
  const warns = !above && share >= WARNING_SHARE;
  const isUsedUp = stake === 0 && Math.round(used * 100) >= Math.round(cap * 100);
  const color = above ? 'bg-negative' : warns ? 'bg-warning' : 'bg-primary';
  const text = usedText({ cap, used });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter shows one value, and this bar shows two */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={cap}
        aria-valuenow={Math.min(used + stake, cap)}
        aria-valuetext={stake > 0 ? t('bet.capWithBet', { used: text, stake: dollars(stake) }) : text}
        className="mt-1.5 flex h-2 overflow-hidden rounded-full border border-line-strong bg-sunk"
      >
        <span className={color} style={{ width: `${percent(used / cap)}%` }} />
        <span className={`opacity-60 ${color}`} style={{ width: `${percent(stake / cap)}%` }} />
      </div>
      {(isUsedUp || above) && (
        <p className="mt-1.5 font-semibold text-negative">{t(isUsedUp ? 'bet.capUsedUp' : 'bet.capAbove')}</p>
      )}
      {warns && !isUsedUp && (
        <p className="mt-1.5 font-semibold text-warning">
          {t('bet.capShare', { percent: Math.floor(share * 100) })}
        </p>
      )}
    </>
  );
}

function usedText({ cap, used }: Pick<CapMeterProps, 'cap' | 'used'>): string {
  return t('bet.capUsed', {
    used: dollars(used),
    cap: dollars(cap),
    left: dollars(Math.max(cap - used, 0)),
  });
}

function percent(share: number): number {
  return Number.isFinite(share) ? Math.min(Math.max(share * 100, 0), 100) : 0;
}

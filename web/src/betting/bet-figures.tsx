import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { payoutOf, profitOf } from '@tallystone/core/odds/payout';
import { dollars, dollarsOf } from '../format/dollars.ts';
import { useOddsInFull } from '../format/odds-format.ts';
import { OddsFrom } from '../markets/feed-odds.tsx';
import { t } from '../texts/t-bet.ts';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { type SlipOdds, shownOdds, signedOdds, stakeImpact } from './slip-odds.ts';
import { needsImpactTick } from './why-blocked.ts';

export interface BetFiguresProps {
  odds: SlipOdds;
  /** For a feed market, whose odds no stake moves: its margin in percent and its maximum stake in USDC. */
  feed: { margin: number | null; maxStake: number | null } | null;
  /** USDC as it is signed; null while no amount is typed. */
  amount: string | null;
  /** The signed odds are a minimum, and the bet gets the odds of the moment it is placed. */
  isFilledAtBest: boolean;
  impactAccepted: boolean;
  onAcceptImpact: (accepted: boolean) => void;
  disabled: boolean;
}

/** The torn receipt of the dialog: odds, payout, and how the stake moves the odds. */
export function BetFigures({
  odds,
  feed,
  amount,
  isFilledAtBest,
  impactAccepted,
  onAcceptImpact,
  disabled,
}: BetFiguresProps) {
  const oddsInFull = useOddsInFull();
  const lowest = signedOdds(odds);
  const { potentialWin, totalReturn } = figuresOf(amount, shownOdds(odds));
  return (
    <ReceiptStub>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
        <dt className="text-muted">{t('bet.odds')}</dt>
        <dd className="text-right font-semibold">{oddsInFull(shownOdds(odds))}</dd>
        <dt className="text-muted">{t('bet.potentialWin')}</dt>
        <dd className="text-right font-semibold">{potentialWin}</dd>
        <dt className="text-muted">{t('bet.totalReturn')}</dt>
        <dd className="text-right text-odds font-[650]">{totalReturn}</dd>
        {isFilledAtBest && (
          <>
            <dt className="text-muted">{t('bet.lowestReturn')}</dt>
            <dd className="text-right font-semibold">
              {lowest === null
                ? dollars(0)
                : t('bet.returnAt', {
                    amount: figuresOf(amount, lowest).totalReturn,
                    odds: oddsInFull(lowest),
                  })}
            </dd>
          </>
        )}
      </dl>
      {isFilledAtBest && <p className="mt-2 text-small text-muted">{t('bet.lowestMeans')}</p>}
      <hr className="rule-dashed my-3 border-line-strong" />
      {/* A fixed height keeps the button below from moving while a stake is typed. */}
      {feed === null ? (
        <p className="min-h-5 text-meta">{impactSentence(odds, amount, oddsInFull)}</p>
      ) : (
        <>
          <p className="min-h-5 text-meta">
            {t('bet.oddsStay')}
            {feed.maxStake !== null && ` ${t('bet.marketTakes', { amount: dollars(feed.maxStake) })}`}
          </p>
          <p className="mt-1 text-small text-muted">
            <OddsFrom margin={feed.margin} />
          </p>
        </>
      )}
      {needsImpactTick(odds) && (
        <label className="mt-2 flex min-h-11 items-center gap-3 text-meta font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={impactAccepted}
            disabled={disabled}
            onChange={(event) => onAcceptImpact(event.target.checked)}
          />
          {t('bet.acceptOdds', { odds: oddsInFull(shownOdds(odds)) })}
        </label>
      )}
    </ReceiptStub>
  );
}

function figuresOf(amount: string | null, odds: number): { potentialWin: string; totalReturn: string } {
  const stake = amount === null ? null : parseUsdc(amount);
  const micro = parseOdds(odds);
  if (stake === null || micro === null) return { potentialWin: dollars(0), totalReturn: dollars(0) };
  return {
    potentialWin: dollarsOf(profitOf({ stake, odds: micro })),
    totalReturn: dollarsOf(payoutOf({ stake, odds: micro })),
  };
}

function impactSentence(odds: SlipOdds, amount: string | null, oddsInFull: (odds: number) => string): string {
  if (amount === null) return t('bet.oddsOfOne');
  if (odds.quote === null) return '';
  const { card, quote } = odds;
  if (quote.odds === card.odds) return t('bet.oddsStay');
  const percent = (stakeImpact(odds) * 100).toFixed(1);
  const signed = stakeImpact(odds) > 0 ? `+${percent}` : percent;
  return t('bet.oddsMove', {
    from: oddsInFull(card.odds),
    to: oddsInFull(quote.odds),
    percent: signed,
  });
}

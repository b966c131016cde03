import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { payoutOf, profitOf } from '@tallystone/core/odds/payout';
import type { ReactNode } from 'react';
import { dollars, dollarsOf } from '../format/dollars.ts';
import { useOddsInFull } from '../format/odds-format.ts';
import { OddsFrom } from '../markets/feed-odds.tsx';
import { usePriceChange } from '../markets/price-change.ts';
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
  /** The choice of the lowest odds; null where the bet is filled at exactly the signed odds. */
  protection: ReactNode;
  impactAccepted: boolean;
  onAcceptImpact: (accepted: boolean) => void;
  disabled: boolean;
}

/** The torn receipt of the form: odds and payout now and at least, and how the stake moves the odds. */
export function BetFigures({
  odds,
  feed,
  amount,
  protection,
  impactAccepted,
  onAcceptImpact,
  disabled,
}: BetFiguresProps) {
  const oddsInFull = useOddsInFull();
  return (
    <ReceiptStub>
      <FiguresTable odds={odds} amount={amount} isProtected={protection !== null} />
      {protection}
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

/** What the stake returns at the odds on the screen and, where a minimum is signed, at the least. */
function FiguresTable({
  odds,
  amount,
  isProtected,
}: {
  odds: SlipOdds;
  amount: string | null;
  isProtected: boolean;
}) {
  const oddsInFull = useOddsInFull();
  const shown = shownOdds(odds);
  const change = usePriceChange(shown);
  const least = signedOdds(odds);
  const now = figuresOf(amount, shown);
  const lowest = least === null ? null : figuresOf(amount, least);
  return (
    <table className="bet-figures">
      {isProtected && (
        <thead>
          <tr>
            <td />
            <th scope="col">{t('bet.now')}</th>
            <th scope="col">{t('bet.atLeast')}</th>
          </tr>
        </thead>
      )}
      <tbody>
        <tr>
          <th scope="row">{t('bet.odds')}</th>
          <td data-change={change ?? undefined}>{oddsInFull(shown)}</td>
          {isProtected && <td>{least === null ? NONE : oddsInFull(least)}</td>}
        </tr>
        <tr>
          <th scope="row">{t('bet.potentialWin')}</th>
          <td>{now.potentialWin}</td>
          {isProtected && <td>{lowest?.potentialWin ?? NONE}</td>}
        </tr>
        <tr className="bet-return">
          <th scope="row">{t('bet.totalReturn')}</th>
          <td>{now.totalReturn}</td>
          {isProtected && <td>{lowest?.totalReturn ?? NONE}</td>}
        </tr>
      </tbody>
    </table>
  );
}

/** In place of a figure that is not known yet. */
const NONE = '–';

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

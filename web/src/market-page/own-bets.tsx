import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { AutomaticLine } from '../betting/automatic-line.tsx';
import { BetResultBadge } from '../betting/bet-result.tsx';
import { automaticSale, canBeSold, hasReceipt, isOpen, waitingSale } from '../betting/bet-state.ts';
import { cashOutControl } from '../betting/cash-out-control.ts';
import { openCashOut } from '../betting/cash-out-slip.ts';
import { Deciding, DecidingSale } from '../betting/deciding.tsx';
import { LaterReceiptDialog } from '../betting/later-receipt-dialog.tsx';
import { shownOf } from '../betting/rest-of.ts';
import { SoldParts } from '../betting/sold-parts.tsx';
import { betsQuery } from '../data/queries.ts';
import { exactDollars } from '../format/dollars.ts';
import { useOddsText } from '../format/odds-format.ts';
import { t } from '../texts/t-market-page.ts';
import { translated } from '../texts/translated.ts';
import { TitledCard } from '../ui/titled.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** How many bets are shown; My Account has the rest. */
const SHOWN = 5;
const NONE: readonly WireBet[] = [];

/** The signed-in bettor's bets on this market, open ones first, with buttons for cash-out and receipt. */
export function OwnBets({
  marketId,
  neverSold = false,
}: {
  marketId: string;
  /** Bets on this market can't be cashed out, because only one side has odds. */
  neverSold?: boolean | undefined;
}) {
  const { signedIn: enabled } = useWallet();
  const { data: bets = NONE } = useQuery({
    ...betsQuery,
    enabled,
    select: (all) => all.filter((bet) => bet.marketId === marketId),
  });
  const [receiptOf, setReceiptOf] = useState<WireBet | null>(null);
  if (!enabled || bets.length === 0) return null;
  // Both parts stay newest first.
  const sorted = [...bets.filter(isOpen), ...bets.filter((bet) => !isOpen(bet))];
  const more = sorted.length - SHOWN;
  return (
    <TitledCard title={t('marketPage.ownBets')}>
      <ul className="mt-2">
        {sorted.slice(0, SHOWN).map((bet) => (
          <OwnBet key={bet.id} bet={bet} neverSold={neverSold} onReceipt={() => setReceiptOf(bet)} />
        ))}
      </ul>
      <Link href="/profile" className="text-link mt-2 inline-block min-h-6 text-meta">
        {more > 0 ? t('ownBets.moreInAccount', { more }) : t('marketPage.allBets')}
      </Link>

      <LaterReceiptDialog bet={receiptOf} onClose={() => setReceiptOf(null)} />
    </TitledCard>
  );
}

const failedText = ({ failure }: WireBet): string =>
  failure === undefined ? t('ownBets.failed') : translated(failure.sentence, failure.reason);

function paidText(bet: WireBet): string | null {
  if (bet.paid === undefined) return null;
  const [amount, least] = [exactDollars(bet.paid), automaticSale(bet)];
  return least === undefined
    ? t('marketPage.ownPaid', { amount })
    : t('marketPage.ownPaidLeast', { amount, least: exactDollars(least) });
}

function OwnBet({ bet, neverSold, onReceipt }: { bet: WireBet; neverSold: boolean; onReceipt: () => void }) {
  const oddsText = useOddsText();
  const amount = exactDollars(shownOf(bet).stake);
  const outcome = bet.outcomeName || bet.outcomeId;
  const of = <span className="sr-only"> {t('marketPage.ofBet', { amount, outcome })}</span>;
  return (
    <li className="py-2 not-first:border-t not-first:border-t-line">
      <p>
        {t('marketPage.ownBet', { amount, outcome, odds: oddsText(bet.odds) })}{' '}
        {bet.result && <BetResultBadge result={bet.result} isAutomatic={automaticSale(bet) !== undefined} />}
      </p>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <span className="mr-auto text-meta text-muted">
          {isOpen(bet)
            ? t('marketPage.ownPays', { amount: exactDollars(shownOf(bet).totalReturn) })
            : paidText(bet)}
          {bet.status === 'pending' && (
            <> · {bet.decidesAt ? <Deciding at={bet.decidesAt} /> : t('ownBets.notFinal')}</>
          )}
          {waitingSale(bet) && (
            <>
              {' · '}
              <DecidingSale bet={bet} />
            </>
          )}
          {bet.status === 'failed' && failedText(bet)}
        </span>
        {canBeSold(bet) && neverSold && (
          <span className="text-meta text-muted">{t('marketPage.ownNotSold')}</span>
        )}
        {canBeSold(bet) && !neverSold && (
          <button
            {...cashOutControl(bet.id)}
            type="button"
            className="text-link min-h-6 text-meta"
            onClick={() => openCashOut(bet)}
          >
            {t('ownBets.cashOut')}
            {of}
          </button>
        )}
        {hasReceipt(bet) && (
          <button type="button" className="text-link min-h-6 text-meta" onClick={onReceipt}>
            {t('marketPage.receipt')}
            {of}
          </button>
        )}
      </div>
      <SoldParts bet={bet} className="text-meta text-muted" />
      <AutomaticLine bet={bet} />
    </li>
  );
}

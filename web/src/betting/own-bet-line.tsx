import { restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { betsQuery } from '../data/queries.ts';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { AutomaticLine } from './automatic-line.tsx';
import { canBeSold, isOpen, waitingSale } from './bet-state.ts';
import { cashOutControl } from './cash-out-control.ts';
import { openCashOut } from './cash-out-slip.ts';
import { Deciding, DecidingSale } from './deciding.tsx';

const LINES = 2;
const NONE: readonly WireBet[] = [];

/** The signed-in bettor's open bets on the card of their market, with buttons to cash out. */
export function OwnBetLine({ marketId }: { marketId: string }) {
  const { signedIn: enabled } = useWallet();
  const { data: bets = NONE } = useQuery({
    ...betsQuery,
    enabled,
    select: (all) => all.filter((bet) => bet.marketId === marketId && isOpen(bet)),
  });
  if (!enabled || bets.length === 0) return null;
  const more = bets.length - LINES;
  return (
    <div className="mt-3 border-t-2 border-dashed border-line pt-2 text-meta">
      <ul aria-label={t('ownBets.ownBets')}>
        {bets.slice(0, LINES).map((bet) => (
          <li key={bet.id}>
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                {t('ownBets.ownBet', { amount: exactDollars(restOf(bet).stake), outcome: bet.outcomeName })}
              </span>
              {canBeSold(bet) && (
                <button
                  {...cashOutControl(bet.id)}
                  type="button"
                  className="text-link min-h-6 flex-none"
                  onClick={() => openCashOut(bet)}
                >
                  {t('ownBets.cashOut')}
                  <span className="sr-only">
                    {' '}
                    {t('ownBets.amountOn', {
                      amount: exactDollars(restOf(bet).stake),
                      outcome: bet.outcomeName,
                    })}
                  </span>
                </button>
              )}
              {waitingSale(bet) && (
                <span className="text-right text-muted">
                  <DecidingSale bet={bet} />
                </span>
              )}
              {bet.status === 'pending' && (
                <span className="flex-none text-muted">
                  {bet.decidesAt ? <Deciding at={bet.decidesAt} /> : t('ownBets.notFinal')}
                </span>
              )}
            </div>
            <AutomaticLine bet={bet} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link href="/profile?show=open" className="text-link inline-block min-h-6">
          {t('ownBets.moreInAccount', { more })}
        </Link>
      )}
    </div>
  );
}

import type { BetStatus, WireBet } from '@tallystone/core/http-api';
import type { ReactNode } from 'react';
import { dollars, exactDollars, signedExactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { Badge, type BadgeProps } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { BetResultBadge } from './bet-result.tsx';
import { useOpenCashOut } from './cash-out-context.tsx';
import { isOpen } from './select-bets.ts';
import { shortenHash } from './shorten-hash.ts';

export interface BetReceiptProps {
  bet: WireBet;
  isPractice: boolean;
  onReceipt: (bet: WireBet) => void;
}

/** One bet of the history, as the stub that stays with the bettor. */
export function BetReceipt({ bet, isPractice, onReceipt }: BetReceiptProps) {
  const openCashOut = useOpenCashOut();
  const hash = bet.txHash ?? bet.reference;
  const open = isOpen(bet);
  const title = bet.market.title || `Market ${bet.marketId}`;
  return (
    <ReceiptStub className="flex h-full flex-col">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_15rem]">
          <h3 className="text-body font-bold break-words">{title}</h3>
          <p className="mt-0.5 text-secondary break-words">{bet.outcomeName || bet.outcomeId}</p>
        </div>
        <div className="order-first flex w-full flex-wrap gap-1.5 sm:order-none sm:w-auto">
          {isPractice && <Badge variant="practice">Practice</Badge>}
          {bet.result && <BetResultBadge result={bet.result} />}
          {/* The default badge has the colour of the stub itself. */}
          <Badge
            variant={badgeOf(bet.status)}
            className={badgeOf(bet.status) === 'default' ? 'bg-surface' : undefined}
          >
            {wordOf(bet.status)}
          </Badge>
        </div>
      </div>
      <hr className="rule-dashed my-3 border-line-strong" />
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-x-4 gap-y-3 text-secondary">
        <Figure label="Stake" strong>
          {exactDollars(bet.amount)}
        </Figure>
        <Figure label="Odds" strong>{`${bet.odds.toFixed(2)}x`}</Figure>
        <Figure label="Potential win" strong>
          {dollars(bet.potentialWin)}
        </Figure>
        {bet.paid !== undefined && (
          <Figure label="Paid" strong>
            {exactDollars(bet.paid)}
          </Figure>
        )}
        {bet.profit !== undefined && (
          <Figure label={bet.profit < 0 ? 'Loss' : 'Profit'} strong>
            <span
              className={classNames(bet.profit > 0 && 'text-positive', bet.profit < 0 && 'text-negative')}
            >
              {signedExactDollars(bet.profit)}
            </span>
          </Figure>
        )}
      </dl>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-3 text-meta">
        <Figure label="Placed">
          <Moment iso={bet.placedAt} />
        </Figure>
        {bet.endedAt !== undefined && (
          <Figure label="Ended">
            <Moment iso={bet.endedAt} />
          </Figure>
        )}
        {open && bet.market.settlesBy !== undefined && (
          <Figure label="Settles by">
            <Moment iso={bet.market.settlesBy} />
          </Figure>
        )}
        <Figure label={bet.txHash ? 'Transaction' : 'Reference'}>
          <span className="font-mono text-small" title={hash}>
            {shortenHash(hash)}
          </span>
        </Figure>
      </dl>
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        {open && (
          <Button
            size="small"
            variant={bet.cashOut === undefined ? 'secondary' : 'primary'}
            onClick={() => openCashOut(bet)}
          >
            {bet.cashOut === undefined
              ? 'Why no cash-out?'
              : `Cash out ${exactDollars(bet.cashOut).slice(1)} USDC`}
            <span className="sr-only"> {`${bet.outcomeName} in ${title}`}</span>
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={() => onReceipt(bet)}>
          Receipt<span className="sr-only"> {`of ${bet.outcomeName} in ${title}`}</span>
        </Button>
      </div>
    </ReceiptStub>
  );
}

function Figure({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className={strong ? 'font-semibold' : undefined}>{children}</dd>
    </div>
  );
}

function badgeOf(status: BetStatus): NonNullable<BadgeProps['variant']> {
  switch (status) {
    case 'confirmed':
      return 'default';
    case 'settled':
      return 'secondary';
    case 'failed':
      return 'destructive';
    default:
      return 'outline';
  }
}

function wordOf(status: BetStatus): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

import type { BetStatus, WireBet } from '@tallystone/core/http-api';
import { format } from 'date-fns';
import { dollars } from '../format/dollars.ts';
import { Badge, type BadgeProps } from '../ui/badge.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { shortenHash } from './shorten-hash.ts';

/** One bet of the history, as the stub that stays with the bettor. */
export function BetReceipt({ bet, isPractice }: { bet: WireBet; isPractice: boolean }) {
  const placedAt = new Date(bet.placedAt);
  const known = !Number.isNaN(placedAt.getTime());
  const hash = bet.txHash ?? bet.reference;
  return (
    <ReceiptStub className="h-full">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-body font-bold break-words">{bet.market?.title || `Market ${bet.marketId}`}</h3>
          <p className="mt-0.5 text-secondary break-words">{bet.outcomeName || bet.outcomeId}</p>
        </div>
        <div className="flex flex-none flex-wrap justify-end gap-1.5">
          {isPractice && <Badge variant="practice">Practice</Badge>}
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
      <dl className="flex flex-wrap gap-x-8 gap-y-3 text-secondary">
        <Figure label="Stake" value={dollars(bet.amount)} />
        <Figure label="Odds" value={`${bet.odds.toFixed(2)}x`} />
        <Figure label="Potential win" value={dollars(bet.potentialWin)} />
        <div>
          <dt className="text-small text-muted">Placed</dt>
          <dd>
            {known ? (
              <time
                dateTime={bet.placedAt}
                title={`${placedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`}
              >
                {format(placedAt, 'MMM dd, yyyy HH:mm')}
              </time>
            ) : (
              'unknown'
            )}
          </dd>
        </div>
        <div>
          <dt className="text-small text-muted">{bet.txHash ? 'Transaction' : 'Reference'}</dt>
          <dd className="font-mono text-meta" title={hash}>
            {shortenHash(hash)}
          </dd>
        </div>
      </dl>
    </ReceiptStub>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="font-semibold">{value}</dd>
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

import type { WireProfile } from '@tallystone/core/http-api/identity';
import { type ReactNode, useId } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t-account.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useIsDemo } from '../wallet/use-is-demo.ts';
import { AccountFunds } from './account-funds.tsx';
import { type Position, positionTotals } from './position-totals.ts';
import { SignedAmount } from './signed-amount.tsx';

export interface AccountFiguresProps {
  /** Funds to bet with, USDC; null until loaded. */
  balance: number | null;
  stats: WireProfile['stats'] | null;
  /** The open bets and combos; null until loaded. */
  open: readonly Position[] | null;
}

/** The headline of the account: its money, what is in open bets and what they are worth, and the realised profit. */
export function AccountFigures({ balance, stats, open }: AccountFiguresProps) {
  const id = useId();
  const isDemo = useIsDemo();
  return (
    <section aria-labelledby={id}>
      <Card className="p-5 sm:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id={id} className="text-title">
            {t('positions.overview')}
          </h2>
          {isDemo && <Badge variant="practice">{t('statement.practiceMoney')}</Badge>}
        </div>
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
          <Tile name={t('statement.balance')}>
            {balance === null ? null : <AccountFunds balance={balance} />}
          </Tile>
          <Tile name={t('positions.inBets')} note={stats && betCount(stats.activeBets)}>
            {stats && exactDollars(stats.openStakes)}
          </Tile>
          <PositionsTile open={open} />
          <Tile name={t('positions.realised')} note={stats && endedCount(stats)}>
            {stats && <SignedAmount amount={stats.profit} />}
          </Tile>
        </dl>
      </Card>
    </section>
  );
}

function PositionsTile({ open }: Pick<AccountFiguresProps, 'open'>) {
  if (open === null) return <Tile name={t('positions.worth')}>{null}</Tile>;
  const { value, unvalued, selling } = positionTotals(open);
  const without = [
    ...(unvalued > 0 ? [t('positions.unvalued', { count: unvalued })] : []),
    ...(selling > 0 ? [t('positions.selling', { count: selling })] : []),
  ];
  // Without open bets they are worth nothing; with bets that can't be sold, it isn't known what they are worth.
  const shown = value ?? (open.length === 0 ? 0 : null);
  return (
    <Tile name={t('positions.worth')} note={without.join(', ') || t('positions.ifAllSold')}>
      {shown === null ? t('positions.unknown') : exactDollars(shown)}
    </Tile>
  );
}

/** One figure; null while it loads. */
function Tile({ name, note, children }: { name: string; note?: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-muted">{name}</dt>
      <dd className="mt-1">
        <div className="font-display text-h3 font-bold max-sm:text-title">
          {children ?? <Skeleton className="h-7 w-24" />}
        </div>
        {note && <p className="mt-0.5 text-small text-muted">{note}</p>}
      </dd>
    </div>
  );
}

const betCount = (count: number) => t('positions.openBets', { count, bets: count.toLocaleString(locale()) });
/** Null if no bet has ended, and the profit is of sold parts only. */
const endedCount = ({ endedBets: count, profit }: WireProfile['stats']) =>
  count === 0 && profit !== 0
    ? null
    : t('positions.endedBets', { count, bets: count.toLocaleString(locale()) });

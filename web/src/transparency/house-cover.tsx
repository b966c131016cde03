import type { WireSolvency } from '@tallystone/core/http-api';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { Card } from '../ui/card.tsx';

/** What the house holds, what it would owe at worst, and whether the one covers the other. */
export function HouseCover({ books }: { books: WireSolvency }) {
  const { escrow, pool, worstCase, userFunds, mode } = books;
  const covered = escrow >= worstCase;
  const isShort = books.markets.some((market) => market.escrow < market.worstCase);
  const good = covered && !isShort;
  return (
    <section aria-labelledby="cover-heading">
      <h2 id="cover-heading" className="text-h3">
        Can everybody be paid?
      </h2>
      <div className={`cover ${good ? 'cover-good' : 'cover-bad'}`}>
        {good ? (
          <CircleCheck aria-hidden="true" className="size-8 flex-none text-positive" />
        ) : (
          <CircleAlert aria-hidden="true" className="size-8 flex-none text-negative" />
        )}
        <div className="min-w-0">
          <p className="font-display text-title font-bold">
            {good
              ? 'Yes. Every market holds what it would owe at worst.'
              : 'No. A market holds less than it would owe at worst.'}
          </p>
          <p className="mt-1 text-secondary">
            {worstCase > 0
              ? `Set aside for open bets: ${coverText(escrow / worstCase)} the most they could bring.`
              : 'No bet is open, so nothing is owed.'}
          </p>
        </div>
      </div>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <Card className="p-5 sm:p-6">
          <h3 className="text-title">What the house holds</h3>
          <dl className="sums mt-4">
            <Sum label="In escrow of the markets" note="Set aside for bets. Nothing else is paid from it.">
              {exactDollars(escrow)}
            </Sum>
            <Sum label="In the pool" note="The house's own funds, from which markets are opened.">
              {exactDollars(pool)}
            </Sum>
            <Sum label="Together" strong>
              {exactDollars(addUsdc([escrow, pool]))}
            </Sum>
          </dl>
        </Card>
        <Card className="p-5 sm:p-6">
          <h3 className="text-title">What it would owe at worst</h3>
          <dl className="sums mt-4">
            <Sum
              label="For open bets"
              note="If in every market the outcome won that costs most, or, where that is more, every stake was given back."
            >
              {exactDollars(worstCase)}
            </Sum>
            <Sum label="Left of the escrow then" strong>
              {exactDollars(addUsdc([escrow, -worstCase]))}
            </Sum>
          </dl>
          <p className="mt-4 border-t border-line pt-4 text-secondary text-muted">
            Funds of users, {exactDollars(userFunds)}, are kept apart from all of this
            {mode === 'demo' && '. In this demo all of it is practice money'}.
          </p>
        </Card>
      </div>
    </section>
  );
}

function coverText(ratio: number): string {
  const text = ratioText(ratio);
  return text.endsWith('%') ? `${text} of` : text;
}

/** Such as `104.2%`; cut, never rounded up to cover. A percentage of thousands says nothing to anybody. */
export function ratioText(ratio: number): string {
  if (ratio > 100) return 'more than 100 times';
  // The millionth only undoes the error of the double.
  const tenths = Math.floor(ratio * 1000 + 1e-6);
  return `${(tenths / 10).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;
}

function Sum({
  label,
  note,
  strong = false,
  children,
}: {
  label: string;
  note?: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={strong ? 'sums-total' : undefined}>
      <dt>
        <span className={strong ? 'font-semibold' : undefined}>{label}</span>
        {note && <span className="mt-0.5 block text-meta text-muted">{note}</span>}
      </dt>
      <dd className={strong ? 'text-odds font-[650]' : 'font-semibold'}>{children}</dd>
    </div>
  );
}

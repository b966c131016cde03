import type { WireSolvency } from '@tallystone/core/http-api';
import { Link } from 'wouter';
import { Moment } from '../format/moment.tsx';
import { Card } from '../ui/card.tsx';

/** The head of the chain, how fast is paid, and how to check all of it without us. */
export function CheckYourself({ books }: { books: WireSolvency }) {
  const { chain, payoutSeconds } = books;
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section aria-labelledby="chain-heading">
          <Card className="p-5 sm:p-6">
            <h2 id="chain-heading" className="text-title">
              The latest seal
            </h2>
            {chain === null ? (
              <p className="mt-3 text-muted">Nothing has been sealed yet.</p>
            ) : (
              <>
                <p className="mt-3 text-secondary">
                  Row <span className="font-semibold">{chain.auditId.toLocaleString('en-US')}</span> of the
                  audit chain, <Moment iso={chain.at} />
                </p>
                <p className="mt-2 rounded-control bg-sunk px-3 py-2 font-mono text-small break-all">
                  {chain.hash}
                </p>
                <p className="mt-2 text-meta text-muted">
                  Write it down. Whoever changed anything before it could not arrive at this hash again.
                </p>
              </>
            )}
          </Card>
        </section>
        <section aria-labelledby="payout-heading">
          <Card className="p-5 sm:p-6">
            <h2 id="payout-heading" className="text-title">
              How fast results are paid
            </h2>
            {payoutSeconds === null ? (
              <p className="mt-3 text-muted">No market has been settled yet.</p>
            ) : (
              <>
                <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
                  <div>
                    <dt className="text-meta text-muted">Half of them within</dt>
                    <dd className="font-display text-h3 font-bold">{secondsText(payoutSeconds.median)}</dd>
                  </div>
                  <div>
                    <dt className="text-meta text-muted">95 in 100 within</dt>
                    <dd className="font-display text-h3 font-bold">{secondsText(payoutSeconds.p95)}</dd>
                  </div>
                </dl>
                <p className="mt-3 text-meta text-muted">
                  From the start of settlement to the last payment, over the last{' '}
                  {payoutSeconds.markets === 1 ? 'market' : `${payoutSeconds.markets} markets`}.
                </p>
              </>
            )}
          </Card>
        </section>
      </div>
      <section id="check" aria-labelledby="check-heading" className="mt-12 max-w-[68ch] scroll-mt-20">
        <h2 id="check-heading" className="text-h3">
          Check everything yourself
        </h2>
        <ol className="check-steps">
          <li>
            <span className="font-semibold">Your own bets.</span> Each bet under{' '}
            <Link href="/profile" className="text-link">
              My Account
            </Link>{' '}
            has a receipt: the bet, what it did to the books, and the way by SHA-256 from there to a row of
            the audit chain. Your browser checks it, and you can download it.
          </li>
          <li>
            <span className="font-semibold">A result of a practice market.</span> The SHA-256 of the seed
            stands on the card from the first day. The result publishes the seed, so anybody can draw again
            and must arrive at the same outcome.
          </li>
          <li>
            <span className="font-semibold">All of it.</span> Whoever runs this installation can replay every
            entry from the first one:
            <code className="mt-2 block rounded-control bg-sunk px-3 py-2 font-mono text-meta">
              npm run verify-ledger
            </code>
            <span className="mt-2 block">
              It computes every price, payout, balance and seal anew and names the first difference.
            </span>
          </li>
          <li>
            <span className="font-semibold">The figures of this page.</span> They are read from{' '}
            <a href="/api/solvency" className="text-link">
              /api/solvency
            </a>
            , as any program can.
          </li>
        </ol>
      </section>
    </>
  );
}

/** Such as `0.42 s`, `12.3 s` or `2 min 5 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { Link } from 'wouter';
import { Moment } from '../format/moment.tsx';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-transparency.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Card } from '../ui/card.tsx';

/** The latest row of the audit chain, how fast markets are paid, and how to check everything without us. */
export function CheckYourself({ books }: { books: WireSolvency }) {
  const { chain, payoutSeconds } = books;
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section aria-labelledby="chain-heading">
          <Card className="p-5 sm:p-6">
            <h2 id="chain-heading" className="text-title">
              {t('transparency.latestSeal')}
            </h2>
            {chain === null ? (
              <p className="mt-3 text-muted">{t('transparency.nothingSealed')}</p>
            ) : (
              <>
                <p className="mt-3 text-secondary">
                  <TextWith
                    text={t('transparency.sealRow')}
                    parts={{
                      row: () => <span className="font-semibold">{wholeNumber(chain.auditId)}</span>,
                      at: () => <Moment iso={chain.at} />,
                    }}
                  />
                </p>
                <p className="mt-2 rounded-control bg-sunk px-3 py-2 font-mono text-small break-all">
                  {chain.hash}
                </p>
                <p className="mt-2 text-meta text-muted">{t('transparency.writeItDown')}</p>
              </>
            )}
          </Card>
        </section>
        <section aria-labelledby="payout-heading">
          <Card className="p-5 sm:p-6">
            <h2 id="payout-heading" className="text-title">
              {t('transparency.howFast')}
            </h2>
            {payoutSeconds === null ? (
              <p className="mt-3 text-muted">{t('transparency.nothingSettled')}</p>
            ) : (
              <>
                <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
                  <div>
                    <dt className="text-meta text-muted">{t('transparency.halfWithin')}</dt>
                    <dd className="font-display text-h3 font-bold">{secondsText(payoutSeconds.median)}</dd>
                  </div>
                  <div>
                    <dt className="text-meta text-muted">{t('transparency.p95Within')}</dt>
                    <dd className="font-display text-h3 font-bold">{secondsText(payoutSeconds.p95)}</dd>
                  </div>
                </dl>
                <p className="mt-3 text-meta text-muted">
                  {t('transparency.overLast', {
                    count: payoutSeconds.markets,
                    figure: payoutSeconds.markets,
                  })}
                </p>
              </>
            )}
          </Card>
        </section>
      </div>
      <section id="check" aria-labelledby="check-heading" className="mt-12 max-w-[68ch] scroll-mt-20">
        <h2 id="check-heading" className="text-h3">
          {t('transparency.checkYourself')}
        </h2>
        <ol className="mt-4 list-decimal space-y-4 pl-5 marker:font-bold marker:text-primary">
          <li>
            <TextWith
              text={t('transparency.ownBets')}
              parts={{
                b: strong,
                account: (words) => (
                  <Link href="/profile" className="text-link">
                    {words}
                  </Link>
                ),
              }}
            />
          </li>
          <li>
            <TextWith text={t('transparency.practiceResult')} parts={{ b: strong }} />
          </li>
          <li>
            <TextWith
              text={t('transparency.allOfIt')}
              parts={{
                b: strong,
                command: () => (
                  <code className="mt-2 block rounded-control bg-sunk px-3 py-2 font-mono text-meta">
                    npm run verify-ledger
                  </code>
                ),
                what: (words) => <span className="mt-2 block">{words}</span>,
              }}
            />
          </li>
          <li>
            <TextWith
              text={t('transparency.figures')}
              parts={{
                b: strong,
                api: () => (
                  <a href="/api/solvency" className="text-link">
                    /api/solvency
                  </a>
                ),
              }}
            />
          </li>
        </ol>
      </section>
    </>
  );
}

const strong = (words: string) => <span className="font-semibold">{words}</span>;

/** For example `0.42 s`, `12.3 s` or `2 min 5 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { exactDollars, signedExactDollars } from '../format/dollars.ts';
import { counted } from '../format/whole-number.ts';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';
import { classNames } from '../ui/class-names.ts';
import { ledgerTotals } from './ledger-totals.ts';
import type { RehearsalChange } from './rehearsal-changes.ts';

export interface RehearsalViewProps {
  rehearsal: WireRehearsal;
  /** What has changed since the previous rehearsal; null for the first. */
  changes?: readonly RehearsalChange[] | null;
}

/** What ending a market does to the books: who is paid, what goes back, and that the sums match. */
export function RehearsalView({ rehearsal, changes = null }: RehearsalViewProps) {
  const { escrow, paid, toPool, houseResult, largest, ledger, odd } = rehearsal;
  const { before, after, addUp } = ledgerTotals(rehearsal);
  return (
    <div className="grid gap-4">
      {changes !== null && <Changed changes={changes} />}
      <p className="text-secondary">{whoIsPaid(rehearsal)}</p>
      <Combos rehearsal={rehearsal} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-control bg-sunk px-4 py-3">
        <Figure label={t('adminEnding.inEscrow')}>{exactDollars(escrow)}</Figure>
        <Figure label={t('adminEnding.paidToBettors')}>{exactDollars(paid)}</Figure>
        <Figure label={t('adminEnding.backToPool')}>{exactDollars(toPool)}</Figure>
        <Figure
          label={t('adminEnding.houseResult')}
          className={houseResult < 0 ? 'text-negative' : houseResult > 0 ? 'text-positive' : ''}
        >
          {signedExactDollars(houseResult)}
        </Figure>
      </dl>
      {odd.length > 0 && (
        <section aria-label={t('adminEnding.lookTwice')} className="banner banner-warning flex-col">
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden="true" className="size-4" />
            {t('adminEnding.lookTwice')}
          </p>
          <ul className="list-disc pl-5 text-secondary">
            {odd.map((sentence, place) => (
              <li key={sentence} className="[overflow-wrap:anywhere]">
                {translated(sentence, rehearsal.oddReasons?.[place])}
              </li>
            ))}
          </ul>
        </section>
      )}
      {largest.length > 0 && (
        <Figures
          caption={
            largest.length < rehearsal.paidBets ? t('adminEnding.largestPayments') : t('adminEnding.payments')
          }
          columns={[t('adminEnding.wallet'), t('adminEnding.stake'), t('adminEnding.gets')]}
          rows={largest.map(({ betId, wallet, stake, paid: gets }) => ({
            key: betId,
            name: (
              <span className="font-mono" title={wallet}>
                {shortenAddress(wallet)}
              </span>
            ),
            figures: [exactDollars(stake), exactDollars(gets)],
          }))}
        />
      )}
      {ledger.length > 0 && (
        <Figures
          caption={t('adminEnding.books')}
          columns={[t('adminEnding.account'), t('adminEnding.before'), t('adminEnding.after')]}
          rows={ledger.map((each) => ({
            key: each.account,
            name: accountName(each.account),
            figures: [exactDollars(each.before), exactDollars(each.after)],
          }))}
          total={[t('adminEnding.together'), exactDollars(before), exactDollars(after)]}
        />
      )}
      {!addUp && (
        <Banner tone="error" title={t('adminEnding.booksBroken')}>
          {t('adminEnding.booksBrokenText')}
        </Banner>
      )}
    </div>
  );
}

function whoIsPaid({ outcomeName, bets, paidBets, paid }: WireRehearsal): string {
  if (bets === 0) return t('adminEnding.noOpenBet');
  const all = counted(bets);
  const amount = exactDollars(paid);
  if (outcomeName === null) return t('adminEnding.stakesBack', { ...all, amount });
  if (paidBets === 0) return t('adminEnding.noneWon', all);
  return t('adminEnding.betsWon', { ...counted(paidBets), all: all.figure, amount });
}

/** What the result decides about combos, whose money is in none of the sums. */
function Combos({ rehearsal: { comboLegs = 0, lostCombos = 0 } }: RehearsalViewProps) {
  if (comboLegs === 0) return null;
  return (
    <p className="text-secondary">
      {t('adminEnding.comboLegs', counted(comboLegs))}
      {lostCombos > 0 && ` ${t('adminEnding.lostCombos', counted(lostCombos))}`}
    </p>
  );
}

function Changed({ changes }: { changes: readonly RehearsalChange[] }) {
  return (
    <Banner tone="warning" title={t('adminEnding.changedTitle')}>
      <p>{t('adminEnding.changedText')}</p>
      <ul className="mt-1">
        {changes.map(({ name, before, after }) => (
          <li key={name}>
            {name}: <span className="sr-only">{t('adminAudit.before')} </span>
            <s className="text-muted">{before}</s>
            <span aria-hidden="true"> → </span>
            <span className="sr-only">{t('adminAudit.after')} </span>
            <b className="font-semibold">{after}</b>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function Figure({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-meta text-muted">{label}</dt>
      <dd className={classNames('font-semibold [overflow-wrap:anywhere]', className)}>{children}</dd>
    </div>
  );
}

interface FiguresProps {
  caption: string;
  columns: readonly [string, string, string];
  rows: readonly { key: string; name: ReactNode; figures: readonly [string, string] }[];
  total?: readonly [string, string, string];
}

/** A name and two amounts per row. */
function Figures({ caption, columns, rows, total }: FiguresProps) {
  return (
    <table className="results-figures w-full border-collapse text-meta tabular-nums">
      <caption className="pb-1 text-left font-semibold text-[0.9375rem]">{caption}</caption>
      <thead className="results-head">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, figures }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{figures[0]}</td>
            <td>{figures[1]}</td>
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot className="results-foot">
          <tr>
            <th scope="row">{total[0]}</th>
            <td>{total[1]}</td>
            <td>{total[2]}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** By the server's account names. */
const ACCOUNTS: Readonly<Record<string, AdminTextKey>> = {
  Users: 'adminFrame.users',
  'Escrow of this market': 'adminEnding.accountEscrow',
  'Escrow of other markets': 'adminEnding.accountOtherEscrow',
  'House pool': 'adminEnding.accountPool',
  'Open combos': 'adminEnding.accountCombos',
  'Bets in play that wait': 'adminEnding.accountOrders',
  Fees: 'adminEnding.accountFees',
  Faucet: 'adminEnding.accountFaucet',
  Outside: 'adminEnding.accountOutside',
};

function accountName(account: string): string {
  const key = ACCOUNTS[account];
  return key === undefined ? account : t(key);
}

import type { WireRehearsal } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { addUsdc, exactDollars, signedExactDollars } from '../format/dollars.ts';
import { Banner } from '../ui/banner.tsx';
import { classNames } from '../ui/class-names.ts';
import type { RehearsalChange } from './rehearsal-changes.ts';

export interface RehearsalViewProps {
  rehearsal: WireRehearsal;
  /** What is another than in the rehearsal that was seen before; null when this is the first. */
  changes?: readonly RehearsalChange[] | null;
}

/** What ending a market will do to the books: who is paid, what goes back, and that it all adds up. */
export function RehearsalView({ rehearsal, changes = null }: RehearsalViewProps) {
  const { escrow, paid, toPool, houseResult, largest, ledger, odd } = rehearsal;
  const before = addUsdc(ledger.map((account) => account.before));
  const after = addUsdc(ledger.map((account) => account.after));
  return (
    <div className="grid gap-4">
      {changes !== null && <Changed changes={changes} />}
      <p className="text-secondary">{whoIsPaid(rehearsal)}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-control bg-sunk px-4 py-3">
        <Figure label="In escrow">{exactDollars(escrow)}</Figure>
        <Figure label="Paid to bettors">{exactDollars(paid)}</Figure>
        <Figure label="Back to the pool">{exactDollars(toPool)}</Figure>
        <Figure
          label="House result"
          className={houseResult < 0 ? 'text-negative' : houseResult > 0 ? 'text-positive' : ''}
        >
          {signedExactDollars(houseResult)}
        </Figure>
      </dl>
      {odd.length > 0 && (
        <section aria-label="Look at this twice" className="banner banner-warning flex-col">
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden="true" className="size-4" />
            Look at this twice
          </p>
          <ul className="list-disc pl-5 text-secondary">
            {odd.map((sentence) => (
              <li key={sentence} className="break-words">
                {sentence}
              </li>
            ))}
          </ul>
        </section>
      )}
      {largest.length > 0 && (
        <Figures
          caption={largest.length < rehearsal.paidBets ? 'Largest payments' : 'Payments'}
          columns={['Wallet', 'Stake', 'Gets']}
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
          caption="The books"
          columns={['Account', 'Before', 'After']}
          rows={ledger.map((each) => ({
            key: each.account,
            name: each.account,
            figures: [exactDollars(each.before), exactDollars(each.after)],
          }))}
          total={['Together', exactDollars(before), exactDollars(after)]}
        />
      )}
      {(before !== 0 || after !== 0) && (
        <Banner tone="error" title="The books do not add to zero">
          Do not go on. Nothing has been paid; tell whoever runs the server.
        </Banner>
      )}
    </div>
  );
}

function whoIsPaid({ outcomeName, bets, paidBets, paid }: WireRehearsal): string {
  if (bets === 0) return 'There is no open bet, so nobody is paid.';
  const open = bets === 1 ? 'The only open bet' : `All ${count(bets)} open bets`;
  if (outcomeName === null) {
    return `${open} ${bets === 1 ? 'gets its stake' : 'get their stakes'} back, ${exactDollars(paid)} in all.`;
  }
  if (paidBets === 0)
    return `No open bet is on ${outcomeName}, so nobody is paid. ${open} ${bets === 1 ? 'loses' : 'lose'}.`;
  if (bets === 1) return `The only open bet won on ${outcomeName} and gets ${exactDollars(paid)}.`;
  return `${count(paidBets)} of ${count(bets)} open bets won on ${outcomeName} and ${paidBets === 1 ? 'gets' : 'get'} ${exactDollars(paid)} in all.`;
}

function Changed({ changes }: { changes: readonly RehearsalChange[] }) {
  return (
    <Banner tone="warning" title="This has changed since you looked">
      <p>Nothing was paid. Look at the figures of now and confirm again.</p>
      <ul className="mt-1">
        {changes.map(({ name, before, after }) => (
          <li key={name}>
            {name}: <span className="sr-only">before </span>
            <s className="text-muted">{before}</s>
            <span aria-hidden="true"> → </span>
            <span className="sr-only">now </span>
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
    <table className="results-figures">
      <caption>{caption}</caption>
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

const count = (amount: number) => amount.toLocaleString('en-US');

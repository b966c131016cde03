import type { WireBet, WireReceipt } from '@tallystone/core/http-api';
import { checkReceiptProof } from '@tallystone/core/ledger/check-receipt';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { LoadFailed, MONEY_UNCHANGED } from '../data/load-failed.tsx';
import { receiptQuery } from '../data/queries.ts';
import { exactDollars, signedExactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { RESULT_WORDS } from './bet-result.tsx';
import { receiptFits } from './receipt-fits.ts';

/** Sealing takes seconds; an unsealed receipt is read again this often. */
const SEALING_MS = 2000;

/** A bet, what it did to the books, and the proof of it, checked here and not by the server. */
export function ReceiptDialog({ bet, onClose }: { bet: WireBet; onClose: () => void }) {
  const query = useQuery({
    ...receiptQuery(bet.id),
    refetchInterval: ({ state }) => (state.data?.sealed === false ? SEALING_MS : false),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Receipt"
      description={`${bet.outcomeName || bet.outcomeId}: ${bet.market.title || `Market ${bet.marketId}`}`}
    >
      {query.data ? (
        <Receipt receipt={query.data} />
      ) : query.error ? (
        <LoadFailed
          what="The receipt"
          sentence={MONEY_UNCHANGED}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div>
          <p role="status" className="text-muted">
            Reading the receipt
          </p>
          <Skeleton className="mt-4 h-56" />
        </div>
      )}
    </Dialog>
  );
}

function Receipt({ receipt }: { receipt: WireReceipt }) {
  const { bet, entries, proofs } = receipt;
  return (
    <div className="flex flex-col gap-5">
      <ProofState receipt={receipt} />
      <ReceiptStub>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-secondary">
          <Line label="Stake">{exactDollars(bet.amount)}</Line>
          <Line label="Odds">{`${bet.odds.toFixed(2)}x`}</Line>
          <Line label="Total return if it wins">{exactDollars(bet.totalReturn)}</Line>
          <Line label="Placed">
            <Moment iso={bet.placedAt} />
          </Line>
          {bet.result && <Line label="Result">{RESULT_WORDS[bet.result]}</Line>}
          {bet.paid !== undefined && <Line label="Paid">{exactDollars(bet.paid)}</Line>}
          {bet.profit !== undefined && (
            <Line label={bet.profit < 0 ? 'Loss' : 'Profit'}>{signedExactDollars(bet.profit)}</Line>
          )}
        </dl>
        <hr className="rule-dashed my-3 border-line-strong" />
        <p className="text-small text-muted">Bet</p>
        <p className="font-mono text-small break-all">{bet.id}</p>
        <p className="mt-2 text-small text-muted">Reference</p>
        <p className="font-mono text-small break-all">{bet.txHash ?? bet.reference}</p>
      </ReceiptStub>
      <section>
        <h3 className="text-body font-bold">In the books</h3>
        {entries.length === 0 ? (
          <p className="mt-1 text-meta text-muted">No entry of the books speaks of it yet.</p>
        ) : (
          <ol className="mt-2 flex flex-col gap-3">
            {entries.map((entry) => (
              <li key={entry.id} className="text-meta">
                <p>
                  <span className="font-semibold">Entry {entry.id}</span>, {entry.kind},{' '}
                  <span className="text-muted">
                    <Moment iso={entry.at} />
                  </span>
                </p>
                <ul className="mt-1 flex flex-col gap-0.5 text-muted">
                  {entry.postings.map((posting, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: postings have no name and never change
                    <li key={place} className="flex flex-wrap justify-between gap-x-3">
                      <span className="min-w-0 break-words">
                        {accountWords(posting.from, receipt)} → {accountWords(posting.to, receipt)}
                      </span>
                      <span className="ml-auto font-semibold text-ink">{exactDollars(posting.amount)}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </section>
      {proofs.length > 0 && <Proofs receipt={receipt} />}
      <Button
        variant="secondary"
        onClick={() =>
          saveFile({
            name: `receipt-${bet.id}.json`,
            content: new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }),
          })
        }
      >
        <Download aria-hidden="true" className="size-4" />
        Download as JSON
      </Button>
    </div>
  );
}

/** An account of the books in words; the JSON keeps its name. Only the bettor's own postings are on a receipt. */
function accountWords(account: string, { bet }: WireReceipt): string {
  const [kind] = account.split(':');
  switch (kind) {
    case 'user':
      return 'You';
    case 'escrow':
      return `Escrow of ${bet.market.title || `Market ${bet.marketId}`}`;
    case 'pool':
      return 'House pool';
    case 'faucet':
      return 'Faucet';
    default:
      return account;
  }
}

function ProofState({ receipt }: { receipt: WireReceipt }) {
  const good = useMemo(() => receiptFits(receipt) && receipt.proofs.every(checkReceiptProof), [receipt]);
  if (receipt.proofs.length > 0 && !good) {
    return (
      <State tone="border-negative bg-negative-soft" alert>
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-negative" />
        <div>
          <p className="font-semibold text-negative">Does not match</p>
          <p>
            What the server sent does not fit what it sealed. Download this receipt, keep it, and show it to
            the operator; your bet and your money are not changed by this.
          </p>
        </div>
      </State>
    );
  }
  if (!receipt.sealed || receipt.proofs.length === 0) {
    return (
      <State tone="border-line-strong bg-sunk">
        <span aria-hidden="true" className="pulse-dot mt-1.5 flex-none text-muted" />
        <div>
          <p className="font-semibold">Sealing</p>
          <p>The books are sealed every few seconds. This receipt completes itself.</p>
        </div>
      </State>
    );
  }
  const last = receipt.proofs.at(-1);
  return (
    <State tone="border-positive bg-positive-soft">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-positive" />
      <div>
        <p className="font-semibold text-positive">Checked in your browser</p>
        <p>
          SHA-256 leads from this bet to row {last?.chain.auditId} of the audit chain. Nobody can change the
          bet without changing that row and every row after it.
        </p>
      </div>
    </State>
  );
}

function State({ tone, alert = false, children }: { tone: string; alert?: boolean; children: ReactNode }) {
  return (
    <div
      role={alert ? 'alert' : 'status'}
      className={`flex gap-3 rounded-control border px-3.5 py-3 text-meta ${tone}`}
    >
      {children}
    </div>
  );
}

function Proofs({ receipt }: { receipt: WireReceipt }) {
  return (
    <details className="text-meta">
      <summary className="min-h-6 font-semibold">What was sealed</summary>
      <ol className="mt-2 flex flex-col gap-4">
        {receipt.proofs.map((proof) => (
          <li key={proof.hash}>
            <dl className="grid gap-1.5">
              <Sealed label="Text">{proof.leaf}</Sealed>
              <Sealed label="Its SHA-256">{proof.hash}</Sealed>
              <Sealed
                label={`Root, ${proof.path.length === 1 ? '1 step' : `${proof.path.length} steps`} away`}
              >
                {proof.root}
              </Sealed>
              <Sealed label={`Row ${proof.chain.auditId} of the audit chain`}>{proof.chain.hash}</Sealed>
            </dl>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-muted">
        How to repeat this without us stands under{' '}
        <Link href="/transparency#check" className="text-link">
          Transparency
        </Link>
        .
      </p>
    </details>
  );
}

function Sealed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="font-mono text-small break-all">{children}</dd>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </>
  );
}

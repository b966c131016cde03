import { restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireEvidence, WireReceipt } from '@tallystone/core/http-api/receipts';
import { checkReceiptProof } from '@tallystone/core/ledger/check-receipt';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { receiptQuery } from '../data/queries.ts';
import { Unread } from '../data/unread.tsx';
import { exactDollars, signedExactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { useOddsFactor } from '../format/odds-format.ts';
import { type TextKey, t } from '../texts/t-account.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact } from '../ui/fact.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { saveFile } from '../ui/save-file.ts';
import { resultWords } from './bet-result.tsx';
import { automaticSale } from './bet-state.ts';
import { CheckState } from './check-state.tsx';
import { receiptFits } from './receipt-fits.ts';
import { ReceiptOnChain } from './receipt-on-chain.tsx';

const SEALED = 'font-mono text-small break-all';

/** Sealing takes seconds; until then the receipt is read again this often. */
export const SEALING_MS = 2000;

/** A bet, its entries in the books, and their proofs, which are checked here in the browser. */
export function ReceiptDialog({ bet, onClose }: { bet: WireBet; onClose: () => void }) {
  const query = useQuery({
    ...receiptQuery(bet.id),
    refetchInterval: ({ state }) => (state.data?.sealed === false ? SEALING_MS : false),
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('receipt.title')}
      description={t('receipt.about', {
        outcome: bet.outcomeName || bet.outcomeId,
        market: bet.market.title || t('history.marketById', { id: bet.marketId }),
      })}
    >
      {query.data ? (
        <Receipt receipt={query.data} />
      ) : (
        <Unread query={query} what={t('receipt.title')} loading={t('receipt.reading')} room="h-56" />
      )}
    </Dialog>
  );
}

function Receipt({ receipt }: { receipt: WireReceipt }) {
  const { bet, entries, proofs } = receipt;
  const oddsFactor = useOddsFactor();
  return (
    <div className="flex flex-col gap-5">
      <ProofState receipt={receipt} fits={receiptFits} />
      <ReceiptStub>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-secondary">
          <Line label={t('history.stake')}>{exactDollars(bet.amount)}</Line>
          <Line label={t('history.odds')}>{oddsFactor(bet.odds)}</Line>
          {bet.minOdds !== undefined && (
            <Line label={t('receipt.lowestSigned')}>{oddsFactor(bet.minOdds)}</Line>
          )}
          <Line label={t('receipt.totalReturnIf')}>{exactDollars(bet.totalReturn)}</Line>
          {bet.sold && <SoldLines bet={bet} sold={bet.sold} />}
          <Line label={t('history.placed')}>
            <Moment iso={bet.placedAt} />
          </Line>
          {bet.result && (
            <Line label={t('receipt.result')}>
              {t(resultWords(bet.result, automaticSale(bet) !== undefined))}
            </Line>
          )}
          {bet.paid !== undefined && <Line label={t('history.paid')}>{exactDollars(bet.paid)}</Line>}
          {bet.profit !== undefined && (
            <Line label={t(bet.profit < 0 ? 'history.loss' : 'history.profit')}>
              {signedExactDollars(bet.profit)}
            </Line>
          )}
        </dl>
        <hr className="rule-dashed my-3 border-line-strong" />
        <p className="text-small text-muted">{t('receipt.bet')}</p>
        <p className="font-mono text-small break-all">{bet.id}</p>
        <p className="mt-2 text-small text-muted">
          {t(bet.txHash ? 'transaction.transaction' : 'transaction.reference')}
        </p>
        <p className="font-mono text-small break-all">{bet.txHash ?? bet.reference}</p>
      </ReceiptStub>
      <InTheBooks
        entries={entries}
        escrowOf={bet.market.title || t('history.marketById', { id: bet.marketId })}
      />
      {receipt.chain && <ReceiptOnChain receipt={receipt} chain={receipt.chain} />}
      {proofs.length > 0 && <Proofs receipt={receipt} />}
      <DownloadReceipt id={bet.id} receipt={receipt} />
    </div>
  );
}

/** The entries of the books that the receipt is about. @param props.escrowOf the market whose escrow has the money */
export function InTheBooks({
  entries,
  escrowOf = '',
}: {
  entries: WireEvidence['entries'];
  escrowOf?: string;
}) {
  return (
    <section>
      <h3 className="text-body font-bold">{t('receipt.inTheBooks')}</h3>
      {entries.length === 0 ? (
        <p className="mt-1 text-meta text-muted">{t('statement.none')}</p>
      ) : (
        <ol className="mt-2 flex flex-col gap-3">
          {entries.map((entry) => (
            <li key={entry.id} className="text-meta">
              <p>
                <TextWith
                  text={t('receipt.entry', {
                    id: entry.id,
                    kind: wordsOf(KIND_WORDS[entry.kind], entry.kind),
                  })}
                  parts={{
                    strong: (words) => <span className="font-semibold">{words}</span>,
                    moment: () => (
                      <span className="text-muted">
                        <Moment iso={entry.at} />
                      </span>
                    ),
                  }}
                />
              </p>
              <ul className="mt-1 flex flex-col gap-0.5 text-muted">
                {entry.postings.map((posting, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: postings have no name and never change
                  <li key={place} className="flex flex-wrap justify-between gap-x-3">
                    <span className="min-w-0">
                      {accountWords(posting.from, escrowOf)} → {accountWords(posting.to, escrowOf)}
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
  );
}

/** Saves the receipt with its proofs as a file. */
export function DownloadReceipt({ id, receipt }: { id: string; receipt: WireEvidence }) {
  return (
    <Button
      variant="secondary"
      onClick={() =>
        saveFile({
          name: `receipt-${id}.json`,
          content: new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }),
        })
      }
    >
      <Download aria-hidden="true" className="size-4" />
      {t('receipt.download')}
    </Button>
  );
}

/** The kinds of entries in words; the downloaded JSON keeps the codes. */
const KIND_WORDS: Partial<Record<string, TextKey>> = {
  'faucet-grant': 'receipt.kindGrant',
  bet: 'receipt.kindBet',
  'cash-out': 'receipt.kindCashOut',
  refund: 'receipt.kindRefund',
  settlement: 'receipt.kindSettlement',
  hold: 'receipt.kindHold',
  'hold-release': 'receipt.kindHoldRelease',
  'stake-received': 'receipt.kindStakeReceived',
  'payout-sent': 'receipt.kindPayoutSent',
  combo: 'receipt.kindCombo',
  'combo-end': 'receipt.kindComboEnd',
};

const ACCOUNT_WORDS: Partial<Record<string, TextKey>> = {
  user: 'receipt.you',
  pool: 'receipt.housePool',
  faucet: 'receipt.faucet',
  outside: 'receipt.yourWallet',
  combos: 'receipt.combosAccount',
};

/** An account in words; the downloaded JSON keeps its name. A bet's receipt has only the bettor's own postings. */
function accountWords(account: string, escrowOf: string): string {
  const [kind = ''] = account.split(':');
  if (kind !== 'escrow') return wordsOf(ACCOUNT_WORDS[kind], account);
  return t('receipt.escrowOf', { market: escrowOf });
}

/** The text of a key; if there is none, the code itself. */
function wordsOf(key: TextKey | undefined, code: string): string {
  return key === undefined ? code : t(key);
}

/** What checking the proofs found. @param props.fits whether the sealed leaves agree with the receipt */
export function ProofState<R extends WireEvidence>({
  receipt,
  fits,
}: {
  receipt: R;
  fits: (receipt: R) => boolean;
}) {
  const good = useMemo(() => fits(receipt) && receipt.proofs.every(checkReceiptProof), [receipt, fits]);
  if (receipt.proofs.length > 0 && !good) {
    return (
      <CheckState result="bad" title={t('receipt.noMatch')}>
        <p>{t('receipt.noMatchWhat')}</p>
      </CheckState>
    );
  }
  if (!receipt.sealed || receipt.proofs.length === 0) {
    const mark = <span aria-hidden="true" className="pulse-dot mt-1.5 flex-none text-muted" />;
    return (
      <CheckState result="open" title={t('receipt.sealing')} mark={mark}>
        <p>{t('receipt.sealingWhat')}</p>
      </CheckState>
    );
  }
  return (
    <CheckState result="good" title={t('receipt.checked')}>
      <p>{t('receipt.checkedWhat', { row: receipt.proofs.at(-1)?.chain.auditId ?? '' })}</p>
    </CheckState>
  );
}

export function Proofs({ receipt }: { receipt: WireEvidence }) {
  return (
    <details className="text-meta">
      <summary className="min-h-6 font-semibold">{t('receipt.sealed')}</summary>
      <ol className="mt-2 flex flex-col gap-4">
        {receipt.proofs.map((proof) => (
          <li key={proof.hash}>
            <dl className="grid gap-1.5">
              <Fact className={SEALED} name={t('receipt.text')}>
                {proof.leaf}
              </Fact>
              <Fact className={SEALED} name={t('receipt.sha256')}>
                {proof.hash}
              </Fact>
              <Fact className={SEALED} name={t('receipt.rootAway', { count: proof.path.length })}>
                {proof.root}
              </Fact>
              <Fact className={SEALED} name={t('receipt.rowOfChain', { row: proof.chain.auditId })}>
                {proof.chain.hash}
              </Fact>
            </dl>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-muted">
        <TextWith
          text={t('receipt.repeat')}
          parts={{
            link: (words) => (
              <Link href="/transparency#check" className="text-link">
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </details>
  );
}

/** What was sold of a bet, and what its rest returns. The lines above are of the whole bet, as it was signed. */
function SoldLines({ bet, sold }: { bet: WireBet; sold: NonNullable<WireBet['sold']> }) {
  const rest = restOf(bet);
  return (
    <>
      <Line label={t('receipt.soldParts')}>
        {t('receipt.soldFor', { stake: exactDollars(sold.stake), paid: exactDollars(sold.paid) })}
      </Line>
      <Line label={t('receipt.restReturnIf')}>
        {t('receipt.restReturn', { total: exactDollars(rest.totalReturn), stake: exactDollars(rest.stake) })}
      </Line>
    </>
  );
}

export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </>
  );
}

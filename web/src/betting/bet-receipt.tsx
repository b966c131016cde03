import type { BetStatus, WireBet, WireBetChain } from '@tallystone/core/http-api/betting';
import { memo, type ReactNode } from 'react';
import { dollars, exactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { useOddsFactor } from '../format/odds-format.ts';
import { type TextKey, t } from '../texts/t-account.ts';
import { translated } from '../texts/translated.ts';
import { Badge, type BadgeProps } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, Figure } from '../ui/fact.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { useLiveTerms } from '../wallet/live-chain.ts';
import { BetResultBadge } from './bet-result.tsx';
import { automaticSale, hasReceipt, isOpen } from './bet-state.ts';
import { ChainLink } from './chain-link.tsx';
import { chainWords, failureWords } from './chain-words.ts';
import { Deciding } from './deciding.tsx';
import { shownOf } from './rest-of.ts';
import { SendYourself } from './send-yourself.tsx';
import { ShareBetButton } from './share-bet-button.tsx';
import { shortenHash } from './shorten-hash.ts';
import { SignedAmount } from './signed-amount.tsx';
import { SoldParts } from './sold-parts.tsx';

export interface BetReceiptProps {
  bet: WireBet;
  isPractice: boolean;
  onReceipt: (bet: WireBet) => void;
}

/** One bet of the history, drawn as the stub that the bettor keeps. A history may have a thousand. */
export const BetReceipt = memo(function BetReceipt({ bet, isPractice, onReceipt }: BetReceiptProps) {
  const oddsFactor = useOddsFactor();
  const hash = bet.txHash ?? bet.reference;
  const open = isOpen(bet);
  const { stake, potentialWin } = shownOf(bet);
  const soldAt = automaticSale(bet);
  const waits = bet.status === 'pending' && bet.decidesAt !== undefined;
  const { words, badge } = STATUSES[bet.status];
  const title = bet.market.title || t('history.marketById', { id: bet.marketId });
  return (
    <ReceiptStub className="flex h-full flex-col">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_15rem]">
          <h3 className="text-body font-bold">{title}</h3>
          <p className="mt-0.5 text-secondary">{bet.outcomeName || bet.outcomeId}</p>
        </div>
        <div className="order-first flex w-full flex-wrap gap-1.5 sm:order-none sm:w-auto">
          {isPractice && <Badge variant="practice">{t('controls.practice')}</Badge>}
          {bet.result && <BetResultBadge result={bet.result} isAutomatic={soldAt !== undefined} />}
          {/* The default badge has the same colour as the stub. */}
          <Badge variant={badge} className={badge === 'default' ? 'bg-surface' : undefined}>
            {t(words)}
          </Badge>
        </div>
      </div>
      <hr className="rule-dashed my-3 border-line-strong" />
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-x-4 gap-y-3 text-secondary">
        <Figure name={t(open && bet.sold !== undefined ? 'history.openStake' : 'history.stake')}>
          {exactDollars(stake)}
        </Figure>
        <Figure name={t(waits ? 'history.leastOdds' : 'history.odds')}>{oddsFactor(bet.odds)}</Figure>
        <Figure name={t('history.potentialWin')}>{dollars(potentialWin)}</Figure>
        {bet.paid !== undefined && (
          <Figure name={t(isBeingPaid(bet) ? 'history.beingPaid' : 'history.paid')}>
            {exactDollars(bet.paid)}
          </Figure>
        )}
        {soldAt !== undefined && <Figure name={t('history.leastSigned')}>{exactDollars(soldAt)}</Figure>}
        {bet.profit !== undefined && (
          <Figure name={t(bet.profit < 0 ? 'history.loss' : 'history.profit')}>
            <SignedAmount amount={bet.profit} />
          </Figure>
        )}
      </dl>
      <SoldParts bet={bet} className="mt-3 text-meta" />
      <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-3 text-meta">
        <Fact name={t('history.placed')}>
          <Moment iso={bet.placedAt} />
        </Fact>
        {bet.endedAt !== undefined && (
          <Fact name={t('history.ended')}>
            <Moment iso={bet.endedAt} />
          </Fact>
        )}
        {open && bet.market.settlesBy !== undefined && (
          <Fact name={t('history.settlesBy')}>
            <Moment iso={bet.market.settlesBy} />
          </Fact>
        )}
        <Fact name={t(bet.txHash ? 'transaction.transaction' : 'transaction.reference')}>
          <ShortHash hash={hash}>{bet.txHash !== undefined && <ChainLink hash={bet.txHash} />}</ShortHash>
        </Fact>
        {bet.chain && <OnChain chain={bet.chain} />}
      </dl>
      {bet.chain?.signed && bet.chain.state !== 'included' && <SendYourself signed={bet.chain.signed} />}
      {waits && bet.decidesAt !== undefined && (
        <p className="mt-3 text-meta">
          <Deciding at={bet.decidesAt} />
        </p>
      )}
      {bet.chain?.state === 'failed' && <p className="mt-3 text-meta">{failureWords(bet.chain)}</p>}
      {bet.failure && (
        <p className="mt-3 text-meta">{translated(bet.failure.sentence, bet.failure.reason)}</p>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        {hasReceipt(bet) && (
          <Button size="small" variant="secondary" onClick={() => onReceipt(bet)}>
            {t('receipt.title')}
            <span className="sr-only">
              {' '}
              {t('history.ofBetIn', { outcome: bet.outcomeName, market: title })}
            </span>
          </Button>
        )}
        <ShareBetButton bet={bet} />
      </div>
    </ReceiptStub>
  );
});

/** The state of a live bet on its chain, and the transaction that paid it. */
function OnChain({ chain }: { chain: WireBetChain }) {
  // The settings name the one chain of live bets; until they have loaded, it is called Polygon.
  const place = useLiveTerms()?.chainName ?? 'Polygon';
  const { payoutTxHash } = chain;
  return (
    <>
      <Fact name={t('live.chainState', { chain: place })}>{chainWords(chain, place)}</Fact>
      {payoutTxHash !== undefined && (
        <Fact name={t('live.paidOutIn')}>
          <ShortHash hash={payoutTxHash}>
            <ChainLink hash={payoutTxHash} of="payout" />
          </ShortHash>
        </Fact>
      )}
    </>
  );
}

function ShortHash({ hash, children }: { hash: string; children: ReactNode }) {
  return (
    <>
      <span className="font-mono text-small" title={hash}>
        {shortenHash(hash)}
      </span>
      {children && <span className="block">{children}</span>}
    </>
  );
}

/** True between the end of a live bet in the books and its payment by the contract. */
function isBeingPaid({ chain, paid = 0 }: WireBet): boolean {
  return chain !== undefined && paid > 0 && chain.payoutTxHash === undefined;
}

const STATUSES = {
  pending: { words: 'history.statusPending', badge: 'outline' },
  confirmed: { words: 'history.statusConfirmed', badge: 'default' },
  settled: { words: 'history.statusSettled', badge: 'secondary' },
  failed: { words: 'history.statusFailed', badge: 'destructive' },
} as const satisfies Record<BetStatus, { words: TextKey; badge: BadgeProps['variant'] }>;

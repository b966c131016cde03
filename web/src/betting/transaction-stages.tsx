import { Check, Circle, CircleDot, X } from 'lucide-react';
import { wholeNumber } from '../format/whole-number.ts';
import { type TextKey, t } from '../texts/t-bet.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { chainWords, untilFinal } from './chain-words.ts';
import type { BetOrder, PlacedReceipt, Placement } from './signed-bet.ts';
import { signingPartText } from './stake-text.ts';

/** One step of a bet, and whether it was taken. */
export interface TransactionStage {
  text: string;
  state: 'done' | 'current' | 'ahead' | 'failed';
}

/** What really happened so far, beside the simulated bar. */
export function TransactionStages({ placement }: { placement: Placement }) {
  return <StageList stages={stagesOf(placement)} />;
}

/** The steps as they are shown, also later, when only they are known. */
export function StageList({ stages }: { stages: readonly TransactionStage[] }) {
  return (
    <ol className="mt-3 flex flex-col gap-1.5 text-meta">
      {stages.map(({ text, state }) => (
        <li key={text} className="flex items-start gap-2">
          <StageMark state={state} />
          <span className={state === 'ahead' ? 'min-w-0 break-words text-muted' : 'min-w-0 break-words'}>
            {text}
            <VisuallyHidden>, {t(STATE_WORDS[state])}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ol>
  );
}

const STATE_WORDS = {
  done: 'transaction.stageDone',
  current: 'transaction.stageCurrent',
  ahead: 'transaction.stageAhead',
  failed: 'transaction.stageFailed',
} as const satisfies Record<TransactionStage['state'], TextKey>;

function StageMark({ state }: { state: TransactionStage['state'] }) {
  const props = { 'aria-hidden': true, className: 'mt-0.5 size-4 flex-none' };
  switch (state) {
    case 'done':
      return <Check {...props} className="mt-0.5 size-4 flex-none text-positive" />;
    case 'current':
      return <CircleDot {...props} className="mt-0.5 size-4 flex-none text-primary" />;
    case 'failed':
      return <X {...props} className="mt-0.5 size-4 flex-none text-negative" />;
    case 'ahead':
      return <Circle {...props} className="mt-0.5 size-4 flex-none text-muted" />;
  }
}

/** The steps of a bet as far as they are known. */
export function stagesOf(placement: Placement): TransactionStage[] {
  switch (placement.kind) {
    case 'idle':
      return [];
    case 'signing': {
      const { order, part } = placement;
      if (order.stake !== undefined) {
        return [
          ...bothSigned(order, part === 'bet' ? ['current', 'ahead'] : ['done', 'current']),
          { text: t('transaction.accepted'), state: 'ahead' },
          { text: t('live.willBeFinal', { chain: order.stake.place.chainName }), state: 'ahead' },
        ];
      }
      return [
        { text: t('bet.confirmIn', { wallet: placement.order.wallet.name }), state: 'current' },
        { text: t('transaction.accepted'), state: 'ahead' },
        { text: t('transaction.recorded'), state: 'ahead' },
      ];
    }
    case 'sending': {
      const { order } = placement.signed;
      return [
        ...signed(order),
        { text: t('bet.sending'), state: 'current' },
        order.stake === undefined
          ? { text: t('transaction.recorded'), state: 'ahead' }
          : { text: t('live.willBeFinal', { chain: order.stake.place.chainName }), state: 'ahead' },
      ];
    }
    case 'unanswered':
      return [
        ...signed(placement.signed.order),
        { text: t('transaction.noAnswerFromServer'), state: 'current' },
      ];
    case 'failed':
      return failedStages(placement);
    case 'placed': {
      const { receipt, order } = placement;
      if (receipt.chain !== undefined) return liveStages(order, receipt, receipt.chain);
      const { chain } = order.wallet;
      return [
        { text: t('transaction.signed'), state: 'done' },
        {
          text: t(receipt.isReference ? 'transaction.acceptedReference' : 'transaction.acceptedTransaction', {
            hash: receipt.hash.slice(0, 10),
          }),
          state: 'done',
        },
        receipt.status === 'failed'
          ? { text: t('transaction.recorded'), state: 'failed' }
          : {
              text: t(receipt.isReference ? 'transaction.recordedInBooks' : 'transaction.recordedOn', {
                chain,
              }),
              state: receipt.status === 'pending' ? 'current' : 'done',
            },
      ];
    }
  }
}

function failedStages({ order, code }: Extract<Placement, { kind: 'failed' }>): TransactionStage[] {
  const isLive = order.stake !== undefined;
  switch (code) {
    case 'not-signed':
      return isLive
        ? bothSigned(order, ['failed', 'ahead'])
        : [{ text: t('transaction.signed'), state: 'failed' }];
    case 'quote-over':
    case 'stake-not-signed':
      return bothSigned(order, ['done', 'failed']);
    default:
      return [...signed(order), { text: t('transaction.accepted'), state: 'failed' }];
  }
}

/** A live bet goes on after it was accepted: to the chain, into a block, and until nothing can undo that. */
function liveStages(
  order: BetOrder,
  { hash, isReference }: PlacedReceipt,
  chain: NonNullable<PlacedReceipt['chain']>,
): TransactionStage[] {
  const place = order.stake?.place.chainName ?? order.wallet.chain;
  const accepted: TransactionStage[] = [
    ...signed(order),
    {
      text: t(isReference ? 'transaction.acceptedReference' : 'transaction.acceptedTransaction', {
        hash: hash.slice(0, 10),
      }),
      state: 'done',
    },
  ];
  switch (chain.state) {
    case 'waiting':
    case 'sent':
      return [
        ...accepted,
        { text: chainWords(chain, place), state: 'current' },
        { text: t('live.willBeFinal', { chain: place }), state: 'ahead' },
      ];
    case 'included':
      return [
        ...accepted,
        { text: t('live.included', { chain: place, block: wholeNumber(chain.block ?? 0) }), state: 'done' },
        { text: untilFinal(chain.blocksLeft), state: 'current' },
      ];
    case 'final':
      return [...accepted, { text: chainWords(chain, place), state: 'done' }];
    case 'failed':
      return [...accepted, { text: chainWords(chain, place), state: 'failed' }];
  }
}

function signed(order: BetOrder): TransactionStage[] {
  return order.stake === undefined
    ? [{ text: t('transaction.signed'), state: 'done' }]
    : bothSigned(order, ['done', 'done']);
}

function bothSigned(
  order: BetOrder,
  [bet, stake]: [bet: TransactionStage['state'], stake: TransactionStage['state']],
): TransactionStage[] {
  return [
    { text: signingPartText(order, 'bet'), state: bet },
    { text: signingPartText(order, 'stake'), state: stake },
  ];
}

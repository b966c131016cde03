import { Check, Circle, CircleDot, X } from 'lucide-react';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-bet.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { chainWords, untilFinal } from './chain-words.ts';
import type { BetOrder, PlacedReceipt, Placement } from './signed-bet.ts';
import { signingPartText } from './stake-text.ts';

const STATES = {
  done: { words: 'transaction.stageDone', icon: Check, color: 'text-positive' },
  current: { words: 'transaction.stageCurrent', icon: CircleDot, color: 'text-primary' },
  ahead: { words: 'transaction.stageAhead', icon: Circle, color: 'text-muted' },
  failed: { words: 'transaction.stageFailed', icon: X, color: 'text-negative' },
} as const;

/** One step of a bet and its state. */
export interface TransactionStage {
  text: string;
  state: keyof typeof STATES;
}

/** The real steps of a bet, shown below the simulated bar and later in the notices. */
export function StageList({ stages }: { stages: readonly TransactionStage[] }) {
  return (
    <ol className="mt-3 flex flex-col gap-1.5 text-meta">
      {stages.map(({ text, state }) => {
        const { words, icon: Icon, color } = STATES[state];
        return (
          <li key={text} className="flex items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 flex-none ${color}`} />
            <span className={state === 'ahead' ? 'min-w-0 text-muted' : 'min-w-0'}>
              {text}
              <VisuallyHidden>, {t(words)}</VisuallyHidden>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The steps of a bet as far as they are known. */
export function stagesOf(placement: Placement): TransactionStage[] {
  switch (placement.kind) {
    case 'idle':
      return [];
    case 'signing': {
      const { order, part } = placement;
      return [
        ...(order.stake === undefined
          ? [{ text: t('bet.confirmIn', { wallet: order.wallet.name }), state: 'current' as const }]
          : bothSigned(order, part === 'bet' ? ['current', 'ahead'] : ['done', 'current'])),
        { text: t('transaction.accepted'), state: 'ahead' },
        lastStage(order),
      ];
    }
    case 'sending': {
      const { order } = placement.signed;
      return [...signed(order), { text: t('bet.sending'), state: 'current' }, lastStage(order)];
    }
    case 'unanswered':
      return [
        ...signed(placement.signed.order),
        { text: placement.said ?? t('transaction.noAnswerFromServer'), state: 'current' },
      ];
    case 'failed':
      return failedStages(placement);
    case 'placed': {
      const { receipt, order } = placement;
      return [
        ...signed(order),
        {
          text: t(receipt.isReference ? 'transaction.acceptedReference' : 'transaction.acceptedTransaction', {
            hash: receipt.hash.slice(0, 10),
          }),
          state: 'done',
        },
        ...recordedStages(order, receipt),
      ];
    }
  }
}

function failedStages({ order, code }: Extract<Placement, { kind: 'failed' }>): TransactionStage[] {
  switch (code) {
    case 'not-signed':
      return order.stake === undefined
        ? [{ text: t('transaction.signed'), state: 'failed' }]
        : bothSigned(order, ['failed', 'ahead']);
    case 'quote-over':
    case 'stake-not-signed':
      return bothSigned(order, ['done', 'failed']);
    default:
      return [...signed(order), { text: t('transaction.accepted'), state: 'failed' }];
  }
}

/** After the server accepts a live bet, it goes to the chain, into a block, and becomes final. A bet in play is decided first. */
function recordedStages(order: BetOrder, receipt: PlacedReceipt): TransactionStage[] {
  const { chain, isReference, status, decidesAt } = receipt;
  if (chain === undefined) {
    if (decidesAt !== undefined && status !== 'confirmed' && status !== 'settled') {
      const state = status === 'pending' ? 'current' : 'failed';
      return [{ text: t('transaction.decided'), state }, lastStage(order)];
    }
    if (status === 'failed') return [{ text: t('transaction.recorded'), state: 'failed' }];
    const text = isReference ? 'transaction.recordedInBooks' : 'transaction.recordedOn';
    return [
      { text: t(text, { chain: order.wallet.chain }), state: status === 'pending' ? 'current' : 'done' },
    ];
  }
  const place = order.stake?.place.chainName ?? order.wallet.chain;
  switch (chain.state) {
    case 'waiting':
    case 'sent':
      return [
        { text: chainWords(chain, place), state: 'current' },
        { text: t('live.willBeFinal', { chain: place }), state: 'ahead' },
      ];
    case 'included':
      return [
        { text: t('live.included', { chain: place, block: wholeNumber(chain.block ?? 0) }), state: 'done' },
        { text: untilFinal(chain.blocksLeft), state: 'current' },
      ];
    case 'final':
      return [{ text: chainWords(chain, place), state: 'done' }];
    case 'failed':
      return [{ text: chainWords(chain, place), state: 'failed' }];
  }
}

/** The last step of a bet that the server has not accepted yet. */
function lastStage({ stake }: BetOrder): TransactionStage {
  const text = stake ? t('live.willBeFinal', { chain: stake.place.chainName }) : t('transaction.recorded');
  return { text, state: 'ahead' };
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

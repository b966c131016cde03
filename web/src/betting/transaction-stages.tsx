import { Check, Circle, CircleDot, X } from 'lucide-react';
import { type TextKey, t } from '../texts/t-bet.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { Placement } from './signed-bet.ts';

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
    case 'signing':
      return [
        { text: t('bet.confirmIn', { wallet: placement.order.wallet.name }), state: 'current' },
        { text: t('transaction.accepted'), state: 'ahead' },
        { text: t('transaction.recorded'), state: 'ahead' },
      ];
    case 'sending':
      return [
        { text: t('transaction.signed'), state: 'done' },
        { text: t('bet.sending'), state: 'current' },
        { text: t('transaction.recorded'), state: 'ahead' },
      ];
    case 'unanswered':
      return [
        { text: t('transaction.signed'), state: 'done' },
        { text: t('transaction.noAnswerFromServer'), state: 'current' },
      ];
    case 'failed':
      return placement.code === 'not-signed'
        ? [{ text: t('transaction.signed'), state: 'failed' }]
        : [
            { text: t('transaction.signed'), state: 'done' },
            { text: t('transaction.accepted'), state: 'failed' },
          ];
    case 'placed': {
      const { receipt, order } = placement;
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

import { Check, Circle, CircleDot, X } from 'lucide-react';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { Placement } from './signed-bet.ts';

interface Stage {
  text: string;
  state: 'done' | 'current' | 'ahead' | 'failed';
}

/** What really happened so far, beside the simulated bar. */
export function TransactionStages({ placement }: { placement: Placement }) {
  return (
    <ol className="mt-3 flex flex-col gap-1.5 text-meta">
      {stagesOf(placement).map(({ text, state }) => (
        <li key={text} className="flex items-start gap-2">
          <StageMark state={state} />
          <span className={state === 'ahead' ? 'min-w-0 break-words text-muted' : 'min-w-0 break-words'}>
            {text}
            <VisuallyHidden>, {STATE_WORDS[state]}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ol>
  );
}

const STATE_WORDS = { done: 'done', current: 'under way', ahead: 'not yet', failed: 'did not happen' };

function StageMark({ state }: { state: Stage['state'] }) {
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

function stagesOf(placement: Placement): Stage[] {
  switch (placement.kind) {
    case 'idle':
      return [];
    case 'signing':
      return [
        { text: `Confirm in ${placement.order.wallet.name}`, state: 'current' },
        { text: 'Accepted', state: 'ahead' },
        { text: 'Recorded', state: 'ahead' },
      ];
    case 'sending':
      return [
        { text: 'Signed', state: 'done' },
        { text: 'Sending to the server', state: 'current' },
        { text: 'Recorded', state: 'ahead' },
      ];
    case 'unanswered':
      return [
        { text: 'Signed', state: 'done' },
        { text: 'No answer from the server', state: 'current' },
      ];
    case 'failed':
      return placement.code === 'not-signed'
        ? [{ text: 'Signed', state: 'failed' }]
        : [
            { text: 'Signed', state: 'done' },
            { text: 'Accepted', state: 'failed' },
          ];
    case 'placed': {
      const { receipt, order } = placement;
      const { chain } = order.wallet;
      return [
        { text: 'Signed', state: 'done' },
        {
          text: `Accepted, ${receipt.isReference ? 'reference' : 'transaction'} ${receipt.hash.slice(0, 10)}`,
          state: 'done',
        },
        receipt.status === 'failed'
          ? { text: 'Recorded', state: 'failed' }
          : {
              text: receipt.isReference
                ? `Recorded in our books; nothing was sent to ${chain}`
                : `Recorded on ${chain}`,
              state: receipt.status === 'pending' ? 'current' : 'done',
            },
      ];
    }
  }
}

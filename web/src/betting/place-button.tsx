import type { RefObject } from 'react';
import { t } from '../texts/t-bet.ts';
import { Button } from '../ui/button.tsx';
import type { Placement } from './signed-bet.ts';
import { signingPartText } from './stake-text.ts';

/**
 * The button of the form, and under it the step that its bet is at, or why it can't be pressed.
 *
 * @param locked the bet of the form is being placed
 */
export function PlaceButton({
  placement,
  locked,
  blocked,
  step,
}: {
  placement: Placement;
  locked: boolean;
  blocked: string | null;
  step: RefObject<HTMLParagraphElement | null>;
}) {
  return (
    <div className="bet-action">
      <Button
        type="submit"
        size="large"
        className="w-full"
        disabled={locked || blocked !== null}
        aria-describedby="bet-button-reason"
      >
        {locked ? t('bet.placing') : t('bet.place')}
      </Button>
      <p
        ref={step}
        tabIndex={-1}
        id="bet-button-reason"
        aria-live="polite"
        className="mt-2 min-h-5 text-center text-meta text-muted outline-none"
      >
        {locked ? stepSentence(placement) : blocked}
      </p>
    </div>
  );
}

function stepSentence(placement: Placement): string {
  if (placement.kind !== 'signing') return t('bet.sending');
  const { order, part } = placement;
  const wallet = order.wallet.name;
  if (order.stake === undefined) return t('bet.confirmIn', { wallet });
  return t('live.confirmPart', { part: signingPartText(order, part), wallet });
}

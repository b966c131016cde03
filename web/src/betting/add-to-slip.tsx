import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { useState } from 'react';
import { t } from '../texts/t-bet.ts';
import { Button } from '../ui/button.tsx';
import { addToSlip, removeFromSlip, useSlipOutcome } from './kept-slip.ts';
import { MOST_SELECTIONS } from './slip.ts';

/** Puts the outcome of a form on the slip, or takes it off again. */
export function AddToSlip({ market, outcome }: { market: WireListedMarket; outcome: WireOutcome }) {
  const chosen = useSlipOutcome(market.id);
  const [isFull, setFull] = useState(false);
  const isOn = chosen === outcome.id;
  return (
    <div className="text-center">
      <Button
        variant="secondary"
        className="w-full"
        onClick={() => (isOn ? removeFromSlip([market.id]) : setFull(!addToSlip(market, outcome)))}
      >
        {t(isOn ? 'bet.removeFromSlip' : 'bet.addToSlip')}
      </Button>
      <p role="status" className="mt-1.5 min-h-5 text-meta text-muted">
        {isOn && t('bet.onSlip')}
        {!isOn && isFull && t('bet.slipFull', { most: MOST_SELECTIONS })}
        {!isOn && !isFull && chosen !== null && t('bet.otherOnSlip')}
      </p>
    </div>
  );
}

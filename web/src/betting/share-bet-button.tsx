import type { WireBet } from '@tallystone/core/http-api/betting';
import { Share2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { DialogBoundary } from '../ui/dialog-boundary.tsx';

const ShareBetDialog = lazy(() =>
  import('./share-bet-dialog.tsx').then((module) => ({ default: module.ShareBetDialog })),
);

/** Opens the dialog that shares a bet; nothing for a bet that isn't final yet or never was. */
export function ShareBetButton({ bet }: { bet: WireBet }) {
  const [open, setOpen] = useState(false);
  if (bet.status === 'pending' || bet.status === 'failed') return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        <Share2 aria-hidden="true" className="size-4" />
        {t('shareBet.share')}
        <span className="sr-only">
          {' '}
          {t('positions.betIn', { outcome: bet.outcomeName, market: bet.market.title })}
        </span>
      </Button>
      {open && (
        <DialogBoundary onClose={close}>
          <ShareBetDialog bet={bet} onClose={close} />
        </DialogBoundary>
      )}
    </>
  );
}

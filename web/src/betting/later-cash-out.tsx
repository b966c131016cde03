import { lazy, useState } from 'react';
import { DialogBoundary } from '../ui/dialog-boundary.tsx';
import { loadPart } from '../wallet/load-part.ts';
import { closeCashOut, useCashOutSlip } from './cash-out-slip.ts';

const PageCashOut = lazy(() =>
  loadPart(() => import('./page-cash-out.tsx')).then((module) => ({ default: module.PageCashOut })),
);

/** The page's cash-out. Its code loads when it first opens, and it stays, because it may still wait for an answer. */
export function LaterCashOut() {
  const slip = useCashOutSlip();
  const [wasOpened, setWasOpened] = useState(false);
  if (slip !== null && !wasOpened) setWasOpened(true);
  if (slip === null && !wasOpened) return null;
  return (
    <DialogBoundary
      onClose={() => {
        closeCashOut();
        setWasOpened(false);
      }}
    >
      <PageCashOut />
    </DialogBoundary>
  );
}

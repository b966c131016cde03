import { useEffect, useRef, useState } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { t as tNews } from '../texts/t-own-news.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AutomaticForm } from './automatic-form.tsx';
import { canBeSold } from './bet-state.ts';
import { type CashOutAct, isCashingOut } from './cash-out-act.ts';
import { CashOutForm } from './cash-out-form.tsx';
import type { CashOutWay } from './cash-out-slip.ts';
import { Deciding } from './deciding.tsx';
import { isCombo, type Sold, soldInFull } from './sold.ts';
import type { CashOut } from './use-cash-out.ts';
import { useOffer } from './use-offer.ts';
import { WayChoice } from './way-choice.tsx';

export interface CashOutDialogProps {
  bet: Sold;
  /** The one that it begins with. */
  way: CashOutWay;
  cashOut: CashOut;
  onClose: () => void;
}

/** Sells a bet back, now or once it is worth an amount: the amount, the text to sign, and the button. */
export function CashOutDialog({ bet, way, cashOut, onClose }: CashOutDialogProps) {
  const { act } = cashOut;
  const mine = act.kind !== 'idle' && act.order.bet.id === bet.id;
  const paid = mine && act.kind === 'paid' ? act.paid : null;
  const waiting = mine && act.kind === 'waiting' ? act : null;
  return (
    <Dialog
      onClose={onClose}
      title={paid ? tNews('ownNews.cashedOut') : t('cashOut.title')}
      description={soldInFull(bet)}
    >
      {paid ? (
        <Paid amount={paid.amount} profit={paid.profit} onClose={onClose} />
      ) : waiting ? (
        <Waiting at={waiting.decidesAt} amount={waiting.order.amount} onClose={onClose} />
      ) : (
        <Ways bet={bet} first={mine && inProgress(act) ? act.order.way : way} cashOut={cashOut} mine={mine} />
      )}
    </Dialog>
  );
}

const inProgress = (act: CashOutAct): boolean => isCashingOut(act) || act.kind === 'unanswered';

/** The form, and the choice between the two if the bet has it. */
function Ways({
  bet,
  first,
  cashOut,
  mine,
}: {
  bet: Sold;
  first: CashOutWay;
  cashOut: CashOut;
  mine: boolean;
}) {
  const [way, setWay] = useState(first);
  const { act, forgetReport } = cashOut;
  const offer = useOffer(bet, { paused: inProgress(act) });
  if (isCombo(bet) || !canBeSold(bet))
    return <CashOutForm bet={bet} offer={offer} cashOut={cashOut} mine={mine} />;
  const choose = (next: CashOutWay) => {
    if (mine) forgetReport();
    setWay(next);
  };
  return (
    <div className="flex flex-col gap-4">
      <WayChoice way={way} onChoose={choose} disabled={mine && inProgress(act)} />
      {way === 'now' ? (
        <CashOutForm bet={bet} offer={offer} cashOut={cashOut} mine={mine} />
      ) : (
        <AutomaticForm bet={bet} offer={offer} cashOut={cashOut} mine={mine} />
      )}
    </div>
  );
}

function Paid({ amount, profit, onClose }: { amount: number; profit: number; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div>
      <p role="status">
        {profit < 0
          ? t('cashOut.paidLoss', { amount: exactDollars(amount), loss: exactDollars(-profit) })
          : t('cashOut.paidProfit', { amount: exactDollars(amount), profit: exactDollars(profit) })}
      </p>
      <Button ref={done} className="mt-6 w-full" size="large" onClick={onClose}>
        {t('cashOut.close')}
      </Button>
    </div>
  );
}

/** A cash-out of a bet on a running game. */
function Waiting({ at, amount, onClose }: { at: string; amount: number; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div>
      <p role="status">{t('cashOut.waiting')}</p>
      <p className="mt-3 font-semibold">
        <Deciding at={at} sale={amount} />
      </p>
      <Button ref={close} variant="secondary" className="mt-6 w-full" size="large" onClick={onClose}>
        {t('cashOut.leave')}
      </Button>
    </div>
  );
}

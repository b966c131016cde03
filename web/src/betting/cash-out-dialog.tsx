import { restOf } from '@tallystone/core/betting/rest-of';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { t as tNews } from '../texts/t-own-news.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { AutomaticForm } from './automatic-form.tsx';
import { canBeSold } from './bet-state.ts';
import { type CashOutAct, type CashOutOrder, isCashingOut } from './cash-out-act.ts';
import { CashOutForm } from './cash-out-form.tsx';
import type { CashOutWay } from './cash-out-slip.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { hasParts, isChosen } from './choose-part.ts';
import { Deciding } from './deciding.tsx';
import { NoPart, PartForm } from './part-form.tsx';
import { listQuery } from './sale-requests.ts';
import { isCombo, type Sold, soldName } from './sold.ts';
import type { CashOut } from './use-cash-out.ts';
import { useOffer } from './use-offer.ts';
import { usePartChoice } from './use-part-choice.ts';

export interface CashOutDialogProps {
  bet: Sold;
  /** The one that it begins with. */
  way: CashOutWay;
  cashOut: CashOut;
  onClose: () => void;
}

/** Sells a bet back, now or once it is worth an amount: the amount, the text to sign, and the button. */
export function CashOutDialog({ bet: opened, way, cashOut, onClose }: CashOutDialogProps) {
  const bet = useAsListed(opened);
  const { act } = cashOut;
  const mine = act.kind !== 'idle' && act.order.bet.id === bet.id;
  const paid = mine && act.kind === 'paid' ? act : null;
  const waiting = mine && act.kind === 'waiting' ? act : null;
  return (
    <Dialog
      onClose={onClose}
      title={
        paid === null
          ? t('cashOut.title')
          : tNews(paid.order.part === undefined ? 'ownNews.cashedOut' : 'ownNews.partCashedOut')
      }
      description={soldInFull(bet)}
    >
      {paid ? (
        <Paid paid={paid.paid} part={paid.order.part} onClose={onClose} />
      ) : waiting ? (
        <Waiting at={waiting.decidesAt} amount={waiting.order.amount} onClose={onClose} />
      ) : (
        <Ways bet={bet} first={mine && inProgress(act) ? act.order.way : way} cashOut={cashOut} mine={mine} />
      )}
    </Dialog>
  );
}

/** The bet or combo with what may change while the dialog is open, such as its sold parts and which of its games are played. */
function useAsListed(bet: Sold): Sold {
  const { signedIn } = useWallet();
  const { data: listed } = useQuery({
    ...listQuery(bet),
    enabled: signedIn,
    select: (all) => all.find(({ id }) => id === bet.id),
  });
  if (listed === undefined) return bet;
  if (isCombo(bet)) return isCombo(listed) ? { ...bet, legs: listed.legs, returnNow: listed.returnNow } : bet;
  return isCombo(listed) ? bet : { ...bet, sold: listed.sold, automatic: listed.automatic };
}

/** What is sold in full: with its market, or with the outcomes of a combo. */
function soldInFull(sold: Sold): string {
  if (isCombo(sold)) return sold.legs.map(({ outcomeName }) => outcomeName).join(', ');
  return t('receipt.about', {
    outcome: soldName(sold),
    market: sold.market.title || t('history.marketById', { id: sold.marketId }),
  });
}

const inProgress = (act: CashOutAct): boolean => isCashingOut(act) || act.kind === 'unanswered';

/** The form, and the choices that the bet has: when it is sold, and how much of it. */
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
  const isPaused = inProgress(act);
  const order = mine && isPaused && act.kind !== 'idle' ? act.order : null;
  const isWhole = isCombo(bet) || !canBeSold(bet);
  const open = restOf(bet).stake;
  const canSplit = !isWhole && hasParts(open);
  const hasChoice = canSplit && bet.automatic === undefined;
  const part = usePartChoice({ open: hasChoice ? open : null, order });
  const stake = way === 'now' ? part.quoted : undefined;
  const offer = useOffer(bet, { stake, paused: isPaused });
  const form = (
    // A new form for another part: the amount on the screen was that of the one before.
    <CashOutForm key={stake} bet={bet} stake={stake} offer={offer} cashOut={cashOut} mine={mine} />
  );
  if (isWhole) return form;
  const drop = () => {
    if (mine) forgetReport();
  };
  return (
    <div className="flex flex-col gap-4">
      <ChoiceChips
        legend={t('cashOut.way')}
        choices={[
          { value: 'now', label: t('cashOut.wayNow') },
          { value: 'automatic', label: t('cashOut.wayAutomatic') },
        ]}
        value={way}
        onChoose={(next) => {
          drop();
          setWay(next);
        }}
        disabled={order !== null}
      />
      {way === 'automatic' ? (
        <AutomaticForm bet={bet} offer={offer} cashOut={cashOut} mine={mine} />
      ) : (
        <>
          {hasChoice ? (
            <PartForm choice={part} onChange={drop} disabled={order !== null} />
          ) : (
            canSplit && <p className="text-meta text-muted">{t('cashOut.cancelFirst')}</p>
          )}
          {isChosen(part.chosen) ? form : <NoPart chosen={part.chosen} />}
        </>
      )}
    </div>
  );
}

function Paid({
  paid: { amount, profit },
  part,
  onClose,
}: {
  paid: Extract<CashOutAct, { kind: 'paid' }>['paid'];
  part: CashOutOrder['part'];
  onClose: () => void;
}) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div>
      <p role="status">
        {profit < 0
          ? t('cashOut.paidLoss', { amount: exactDollars(amount), loss: exactDollars(-profit) })
          : t('cashOut.paidProfit', { amount: exactDollars(amount), profit: exactDollars(profit) })}
        {part !== undefined &&
          ` ${t('cashOut.restOpen', { stake: exactDollars(addUsdc([part.of, -part.stake])) })}`}
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

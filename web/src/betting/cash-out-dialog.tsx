import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { useMarketSignal } from '../data/use-market-signal.ts';
import { addUsdc, exactDollars, signedExactDollars } from '../format/dollars.ts';
import { useOnline } from '../markets/use-online.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { useArePricesHeld } from '../stream/use-held-prices.ts';
import { t } from '../texts/t-account.ts';
import { t as tNews } from '../texts/t-own-news.ts';
import { translated } from '../texts/translated.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { cashOutText, isCashingOut } from './cash-out-act.ts';
import { Deciding } from './deciding.tsx';
import { leastToSign } from './least-to-sign.ts';
import { Notice, NoticeActions } from './notice.tsx';
import { SigningPreview } from './signing-preview.tsx';
import { isCombo, marketsOf, offerQuery, type Sold, soldInFull, soldName } from './sold.ts';
import { SubmitButton } from './submit-button.tsx';
import { useBetFocus } from './use-bet-focus.ts';
import type { CashOut } from './use-cash-out.ts';
import { useSecondsUntil } from './use-seconds-until.ts';
import { mismatchSentence } from './why-blocked.ts';

/** The market may change ten times a second; its cash-out amount is read at most this often. */
const REQUOTE_EVERY_MS = 1_000;

export interface CashOutDialogProps {
  bet: Sold;
  cashOut: CashOut;
  onClose: () => void;
}

/** Sells a bet back: the amount, the profit or loss, the text to sign, and the button. */
export function CashOutDialog({ bet, cashOut, onClose }: CashOutDialogProps) {
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
        <CashOutForm bet={bet} cashOut={cashOut} mine={mine} />
      )}
    </Dialog>
  );
}

function CashOutForm({ bet, cashOut, mine }: { bet: Sold; cashOut: CashOut; mine: boolean }) {
  const { act, sell } = cashOut;
  const wallet = useWallet();
  const online = useOnline();
  const pricesPaused = useArePricesHeld();
  const busy = isCashingOut(act);
  const waiting = busy || act.kind === 'unanswered';
  const quote = useQuery({
    ...offerQuery(bet),
    // The server answers only a signed-in bettor; the last amount stays on the screen.
    enabled: wallet.signedIn,
  });

  // The amount on the screen. It changes only when the bettor accepts a new one or lets go of a cash-out.
  const [shown, setShown] = useState<number | null>(null);
  const now = quote.data?.amount ?? null;
  const letGo = () => {
    if (mine) setShown(null);
    cashOut.forget();
  };
  useEffect(() => {
    if (shown === null && now !== null) setShown(now);
  }, [shown, now]);

  const { refetch } = quote;
  const { signedIn } = wallet;
  useMarketSignal(marketsOf(bet), {
    everyMs: REQUOTE_EVERY_MS,
    // A signed amount stays until the server answers.
    onChange: () => signedIn && !waiting && void refetch(),
  });
  const left = useSecondsUntil(quote.data?.availableAt);
  useEffect(() => {
    if (left === 0) void refetch();
  }, [left, refetch]);

  const { step, notices } = useBetFocus(act, mine);

  const delay = quote.data?.delay;
  const inProgress = mine && waiting && act.kind !== 'idle' ? act.order.amount : null;
  // While the game is played, less is signed than is shown.
  const inHand = delay === undefined ? (inProgress ?? shown) : (shown ?? inProgress);
  if (inHand === null || (now === null && quote.data !== undefined && !waiting)) {
    return quote.data === undefined ? (
      !wallet.signedIn ? (
        <SignInAgain />
      ) : quote.error ? (
        <QuoteFailed error={quote.error} onRetry={() => void refetch()} />
      ) : (
        <p role="status" className="text-muted">
          {t('cashOut.asking')}
          <Skeleton className="mt-4 h-40" />
        </p>
      )
    ) : (
      <NotNow reason={translated(quote.data.reason, quote.data.why)} left={left} />
    );
  }

  const refused = mine && act.kind === 'failed' ? act : null;
  const toSign = inProgress ?? (delay === undefined ? inHand : leastToSign(inHand));
  const moved = !waiting && now !== null && (delay === undefined ? now !== inHand : now < toSign);
  const blocked =
    (!mine && waiting && t('cashOut.earlierFirst')) ||
    (!online && t('cashOut.offline')) ||
    (pricesPaused && t('stream.heldCashOut')) ||
    (wallet.mismatch && mismatchSentence(wallet.mismatch)) ||
    (!wallet.signedIn && t('cashOut.signInTo')) ||
    (moved && t('cashOut.lookAtAmount')) ||
    null;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (waiting || blocked !== null || wallet.publicKey === null) return;
        const name = wallet.walletName ?? t('wallet.yourWallet');
        void sell({ bet, amount: toSign, wallet: { publicKey: wallet.publicKey, name } });
      }}
    >
      <StreamMark />
      <ReceiptStub>
        <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
          <dt className="text-muted">{t('cashOut.staked')}</dt>
          <dd className="text-right font-semibold">{exactDollars(bet.amount)}</dd>
          <dt className="text-muted">{t('cashOut.getNow')}</dt>
          <dd className="text-right text-odds font-[650]">{exactDollars(inHand)}</dd>
          <dt className="text-muted">{t(inHand < bet.amount ? 'cashOut.yourLoss' : 'cashOut.yourProfit')}</dt>
          <dd className="text-right font-semibold">{signedExactDollars(addUsdc([inHand, -bet.amount]))}</dd>
        </dl>
        <hr className="rule-dashed my-3 border-line-strong" />
        <p className="text-meta">
          {t('cashOut.giveUp', {
            amount: exactDollars(isCombo(bet) ? (bet.returnNow ?? bet.totalReturn) : bet.totalReturn),
            outcome: soldName(bet),
          })}
        </p>
      </ReceiptStub>
      {moved && (
        <Notice tone="warning">
          {t('cashOut.nowGives', { now: exactDollars(now), were: exactDollars(inHand) })}
          <NoticeActions>
            <Button
              size="small"
              onClick={() => {
                setShown(now);
                cashOut.forgetReport();
              }}
            >
              {t('cashOut.use', { amount: exactDollars(now) })}
            </Button>
          </NoticeActions>
        </Notice>
      )}
      {delay !== undefined && (
        <Notice tone="info">{t('cashOut.waits', { seconds: delay, least: exactDollars(toSign) })}</Notice>
      )}
      {refused === null && <LastFailed bet={bet} />}
      <SigningPreview message={cashOutText({ betId: bet.id, amount: toSign })} />
      <div ref={notices} tabIndex={-1} className="flex flex-col gap-4 outline-none empty:hidden">
        {refused?.code === 'unauthenticated' && wallet.signedIn && (
          <Notice tone="warning">
            <p className="font-semibold">{refused.sentence}</p>
            <p className="mt-1">{t('cashOut.signedInAgain')}</p>
          </Notice>
        )}
        {/* If the amount moved, the offer of the new one replaces this message. */}
        {refused && refused.code !== 'unauthenticated' && !(refused.code === 'odds-changed' && moved) && (
          <Notice tone="negative">
            <p className="font-semibold">{refused.sentence}</p>
            {refused.code === 'not-signed' && <p className="mt-1">{t('cashOut.nothingCashedOut')}</p>}
          </Notice>
        )}
        {act.kind === 'unanswered' && <Unanswered cashOut={cashOut} mine={mine} onLetGo={letGo} />}
        {!wallet.signedIn && act.kind !== 'unanswered' && <SignInAgain />}
      </div>
      {!(mine && act.kind === 'unanswered') && (
        <SubmitButton
          label={
            mine && busy
              ? t('cashOut.cashingOut')
              : t(delay === undefined ? 'cashOut.cashOutAmount' : 'cashOut.cashOutLeast', {
                  amount: exactDollars(toSign).slice(1),
                })
          }
          disabled={waiting || blocked !== null}
          note={
            mine && busy
              ? act.kind === 'signing'
                ? t('bet.confirmIn', { wallet: act.order.wallet.name })
                : t('cashOut.sending')
              : blocked
          }
          noteId="cash-out-reason"
          noteRef={step}
        />
      )}
    </form>
  );
}

/** Why the last cash-out of a bet was not paid; nothing if none failed. */
function LastFailed({ bet }: { bet: Sold }) {
  const selling = isCombo(bet) ? undefined : bet.selling;
  if (selling?.failure === undefined) return null;
  const { sentence, reason } = selling.failure;
  return (
    <p className="text-meta text-muted">
      {t('cashOut.lastFailed', { amount: exactDollars(selling.amount), why: translated(sentence, reason) })}
    </p>
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

function NotNow({ reason, left }: { reason: string | undefined; left: number | null }) {
  return (
    <div>
      <p role="status">{reason ?? t('cashOut.notNow')}</p>
      {left !== null && (
        <p className="mt-3 font-semibold">
          {left > 0 ? t('cashOut.inSeconds', { count: left }) : t('cashOut.askingAgain')}
        </p>
      )}
    </div>
  );
}

function QuoteFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice tone="negative">
      <p className="font-semibold">{error instanceof ApiError ? error.sentence : t('markets.noServer')}</p>
      <p className="mt-1">{t('cashOut.nothingCashedOut')}</p>
      <NoticeActions>
        <Button size="small" variant="secondary" onClick={onRetry}>
          {t('bet.checkAgain')}
        </Button>
      </NoticeActions>
    </Notice>
  );
}

/** Shown when there is no session. The amount on the screen stays in the dialog. */
function SignInAgain() {
  const { connecting, step, signIn } = useWallet();
  const busy = connecting || step !== null;
  return (
    <Notice tone="warning" role="alert">
      <p className="font-semibold">{t('selling.sessionEnded')}</p>
      <NoticeActions>
        <Button size="small" disabled={busy} onClick={() => void signIn()}>
          {busy ? t('wallet.check') : t('wallet.signInAgain')}
        </Button>
      </NoticeActions>
    </Notice>
  );
}

function Unanswered({ cashOut, mine, onLetGo }: { cashOut: CashOut; mine: boolean; onLetGo: () => void }) {
  const { act } = cashOut;
  const { signedIn, step, signIn } = useWallet();
  if (act.kind !== 'unanswered') return null;
  const { bet, amount } = act.order;
  return (
    <Notice tone="warning" role="alert">
      <p className="font-semibold">
        {mine
          ? t('transaction.noAnswer')
          : t('transaction.noAnswerFor', { amount: exactDollars(amount), outcome: soldName(bet) })}
      </p>
      <p className="mt-1">{act.sentence}</p>
      <NoticeActions>
        {signedIn ? (
          <Button size="small" onClick={() => void cashOut.resend()}>
            {t('transaction.sendAgain')}
          </Button>
        ) : (
          <Button size="small" disabled={step !== null} onClick={() => void signIn()}>
            {step === null ? t('wallet.signInAgain') : t('wallet.check')}
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={onLetGo}>
          {t('transaction.letItGo')}
        </Button>
      </NoticeActions>
    </Notice>
  );
}

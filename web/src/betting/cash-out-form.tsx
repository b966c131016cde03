import { restOf } from '@tallystone/core/betting/rest-of';
import { useEffect, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { addUsdc, exactDollars, signedExactDollars } from '../format/dollars.ts';
import { useOnline } from '../markets/use-online.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { useArePricesHeld } from '../stream/use-held-prices.ts';
import { t } from '../texts/t-account.ts';
import { translated } from '../texts/translated.ts';
import { Button } from '../ui/button.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { cashOutText, isCashingOut } from './cash-out-act.ts';
import { CashOutReport, SignInAgain } from './cash-out-report.tsx';
import { leastToSign } from './least-to-sign.ts';
import { Notice, NoticeActions } from './notice.tsx';
import { splitRest } from './rest-of.ts';
import { SigningPreview } from './signing-preview.tsx';
import { isCombo, type Sold, soldName } from './sold.ts';
import { SubmitButton } from './submit-button.tsx';
import { useBetFocus } from './use-bet-focus.ts';
import type { CashOut } from './use-cash-out.ts';
import type { Offer } from './use-offer.ts';
import { mismatchSentence } from './why-blocked.ts';

export interface CashOutFormProps {
  bet: Sold;
  /** Of the part that is sold, USDC; undefined: all that is open; null: it is still being typed. */
  stake: number | null | undefined;
  offer: Offer;
  cashOut: CashOut;
  /** The current cash-out is of this bet. */
  mine: boolean;
}

/** Sells a bet or a part of it now. */
export function CashOutForm({
  bet,
  stake,
  offer: { quote, error, left, ask },
  cashOut,
  mine,
}: CashOutFormProps) {
  const { act, sell } = cashOut;
  const wallet = useWallet();
  const online = useOnline();
  const pricesPaused = useArePricesHeld();
  const busy = isCashingOut(act);
  const waiting = busy || act.kind === 'unanswered';
  // The amount on the screen. It changes only when the bettor accepts a new one or lets go of a cash-out.
  const [shown, setShown] = useState<number | null>(null);
  const now = quote?.amount ?? null;
  const letGo = () => {
    if (mine) setShown(null);
    cashOut.forget();
  };
  useEffect(() => {
    if (shown === null && now !== null) setShown(now);
  }, [shown, now]);

  const { step, notices } = useBetFocus(act, mine);

  const delay = quote?.delay;
  const order = mine && waiting && act.kind !== 'idle' ? act.order : null;
  const inProgress = order === null ? null : order.amount;
  // While the game is played, less is signed than is shown.
  const inHand = delay === undefined ? (inProgress ?? shown) : (shown ?? inProgress);
  if (inHand === null || stake === null || (now === null && quote !== undefined && !waiting)) {
    return quote === undefined || now !== null ? (
      !wallet.signedIn ? (
        <SignInAgain />
      ) : error ? (
        <QuoteFailed error={error} onRetry={ask} />
      ) : (
        <p role="status" className="text-muted">
          {t('cashOut.asking')}
          <Skeleton className="mt-4 h-100" />
        </p>
      )
    ) : (
      <NotNow reason={translated(quote.reason, quote.why)} left={left} />
    );
  }

  // A cash-out in progress is of the bet as it was then.
  const ofBet = order?.bet ?? bet;
  const part = stake === undefined ? undefined : { stake, of: restOf(ofBet).stake };
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
    (quote === undefined && t('cashOut.asking')) ||
    null;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (waiting || blocked !== null || wallet.publicKey === null) return;
        const name = wallet.walletName ?? t('wallet.yourWallet');
        void sell({ bet, way: 'now', amount: toSign, part, wallet: { publicKey: wallet.publicKey, name } });
      }}
    >
      <StreamMark />
      <SaleFigures bet={ofBet} stake={stake} amount={inHand} />
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
      <SigningPreview message={cashOutText({ bet, way: 'now', amount: toSign, part })} />
      <CashOutReport
        ref={notices}
        cashOut={cashOut}
        mine={mine}
        // If the amount moved, the offer of the new one replaces this message.
        isReplaced={refused?.code === 'odds-changed' && moved}
        onLetGo={letGo}
      />
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

/** What is sold, what is paid for it, and what the bettor gives up and keeps. */
function SaleFigures({ bet, stake, amount }: { bet: Sold; stake: number | undefined; amount: number }) {
  const rest = restOf(bet);
  const { part, left } = stake === undefined ? { part: rest, left: null } : splitRest(rest, stake);
  const outcome = soldName(bet);
  const profit = addUsdc([amount, -part.stake]);
  return (
    <ReceiptStub>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
        <dt className="text-muted">{t(left === null ? 'cashOut.staked' : 'cashOut.youSell')}</dt>
        <dd className="text-right font-semibold">
          {left === null
            ? exactDollars(part.stake)
            : t('cashOut.ofStaked', { stake: exactDollars(part.stake), open: exactDollars(rest.stake) })}
        </dd>
        <dt className="text-muted">{t('cashOut.getNow')}</dt>
        <dd className="text-right text-odds font-[650]">{exactDollars(amount)}</dd>
        <dt className="text-muted">{t(profit < 0 ? 'cashOut.yourLoss' : 'cashOut.yourProfit')}</dt>
        <dd className="text-right font-semibold">{signedExactDollars(profit)}</dd>
      </dl>
      <hr className="rule-dashed my-3 border-line-strong" />
      <p className="text-meta">
        {t('cashOut.giveUp', {
          amount: exactDollars(isCombo(bet) ? (bet.returnNow ?? bet.totalReturn) : part.totalReturn),
          outcome,
        })}
      </p>
      {left !== null && (
        <p className="mt-1 text-meta">
          {t('cashOut.staysOpen', {
            stake: exactDollars(left.stake),
            amount: exactDollars(left.totalReturn),
          })}
        </p>
      )}
    </ReceiptStub>
  );
}

/** Why the last cash-out of a bet was not paid; nothing if none failed. */
function LastFailed({ bet }: { bet: Sold }) {
  const { selling } = bet;
  if (selling?.failure === undefined) return null;
  const { sentence, reason } = selling.failure;
  return (
    <p className="text-meta text-muted">
      {t('cashOut.lastFailed', { amount: exactDollars(selling.amount), why: translated(sentence, reason) })}
    </p>
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

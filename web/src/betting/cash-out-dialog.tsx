import type { WireBet } from '@tallystone/core/http-api';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { cashOutQuery } from '../data/queries.ts';
import { addUsdc, exactDollars, signedExactDollars } from '../format/dollars.ts';
import { useOnline } from '../markets/use-online.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { cashOutBetId, cashOutText, isCashingOut } from './cash-out-act.ts';
import { Notice } from './notice.tsx';
import { SigningPreview } from './signing-preview.tsx';
import { type CashOut, SESSION_ENDED } from './use-cash-out.ts';
import { useSecondsUntil } from './use-seconds-until.ts';
import { mismatchSentence } from './why-blocked.ts';

/** How often the amount is looked at while the dialog waits for the bettor, as for the odds of a bet. */
const LOOK_AGAIN_MS = 10_000;

export interface CashOutDialogProps {
  bet: WireBet;
  cashOut: CashOut;
  onClose: () => void;
}

/** What selling a bet back brings and takes, the text to sign, and the button. */
export function CashOutDialog({ bet, cashOut, onClose }: CashOutDialogProps) {
  const { act } = cashOut;
  const mine = cashOutBetId(act) === bet.id;
  const paid = mine && act.kind === 'paid' ? act.paid : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={paid ? 'Cashed out' : 'Cash out'}
      description={`${bet.outcomeName || bet.outcomeId}: ${bet.market.title || `Market ${bet.marketId}`}`}
    >
      {paid ? (
        <Paid amount={paid.amount} profit={paid.profit} onClose={onClose} />
      ) : (
        <CashOutForm bet={bet} cashOut={cashOut} mine={mine} />
      )}
    </Dialog>
  );
}

function CashOutForm({ bet, cashOut, mine }: { bet: WireBet; cashOut: CashOut; mine: boolean }) {
  const { act, sell } = cashOut;
  const wallet = useWallet();
  const online = useOnline();
  const busy = isCashingOut(act);
  const waiting = busy || act.kind === 'unanswered';
  const quote = useQuery({
    ...cashOutQuery(bet.id),
    // Without a session there is no answer; what was seen stays.
    enabled: wallet.signedIn,
    refetchInterval: waiting ? false : LOOK_AGAIN_MS,
  });

  // What the bettor is looking at. It never changes without their saying so; letting go says so.
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
  const left = useSecondsUntil(quote.data?.availableAt);
  useEffect(() => {
    if (left === 0) void refetch();
  }, [left, refetch]);

  const step = useRef<HTMLParagraphElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  const { kind } = act;
  useEffect(() => {
    if (!mine) return;
    if (kind === 'signing') step.current?.focus();
    if (kind === 'failed' || kind === 'unanswered') notices.current?.focus();
  }, [kind, mine]);

  const inHand = mine && waiting && act.kind !== 'idle' ? act.order.amount : shown;
  if (inHand === null || (now === null && quote.data !== undefined && !waiting)) {
    return quote.data === undefined ? (
      !wallet.signedIn ? (
        <SignInAgain />
      ) : quote.error ? (
        <QuoteFailed error={quote.error} onRetry={() => void refetch()} />
      ) : (
        <p role="status" className="text-muted">
          Asking the market what it gives for this bet
          <Skeleton className="mt-4 h-40" />
        </p>
      )
    ) : (
      <NotNow reason={quote.data.reason} left={left} />
    );
  }

  const refused = mine && act.kind === 'failed' ? act : null;
  const moved = !waiting && now !== null && now !== inHand;
  const blocked = blockedBy({
    online,
    mismatch: wallet.mismatch === null ? null : mismatchSentence(wallet.mismatch),
    signedIn: wallet.signedIn,
    otherUnderWay: !mine && waiting,
    moved,
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (waiting || blocked !== null || wallet.publicKey === null) return;
        const name = wallet.walletName ?? 'your wallet';
        void sell({ bet, amount: inHand, wallet: { publicKey: wallet.publicKey, name } });
      }}
    >
      <ReceiptStub>
        <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
          <dt className="text-muted">You staked</dt>
          <dd className="text-right font-semibold">{exactDollars(bet.amount)}</dd>
          <dt className="text-muted">You get now</dt>
          <dd className="text-right text-odds font-[650]">{exactDollars(inHand)}</dd>
          <dt className="text-muted">{inHand < bet.amount ? 'Your loss' : 'Your profit'}</dt>
          <dd className="text-right font-semibold">{signedExactDollars(addUsdc([inHand, -bet.amount]))}</dd>
        </dl>
        <hr className="rule-dashed my-3 border-line-strong" />
        <p className="text-meta">
          You give up the return of {exactDollars(bet.totalReturn)} if {bet.outcomeName || bet.outcomeId}{' '}
          wins. The bet ends with this and cannot be taken up again.
        </p>
      </ReceiptStub>
      {moved && (
        <Notice
          tone="warning"
          role="status"
          actions={
            <Button
              size="small"
              onClick={() => {
                setShown(now);
                cashOut.forgetReport();
              }}
            >
              Use {exactDollars(now)}
            </Button>
          }
        >
          The market now gives {exactDollars(now)} for this bet (was {exactDollars(inHand)}).
        </Notice>
      )}
      <SigningPreview
        message={cashOutText({ betId: bet.id, amount: inHand })}
        wallet={
          wallet.publicKey !== null && wallet.chain !== null
            ? { publicKey: wallet.publicKey, chain: wallet.chain }
            : null
        }
      />
      <div ref={notices} tabIndex={-1} className="flex flex-col gap-4 outline-none empty:hidden">
        {/* The new amount itself is offered then. */}
        {refused?.code === 'unauthenticated' && wallet.signedIn && (
          <Notice tone="warning" role="status">
            <p className="font-semibold">{refused.sentence}</p>
            <p className="mt-1">You are signed in again: cash out once more to go on.</p>
          </Notice>
        )}
        {refused && refused.code !== 'unauthenticated' && !(refused.code === 'odds-changed' && moved) && (
          <Notice tone="negative" role="alert">
            <p className="font-semibold">{refused.sentence}</p>
            {refused.code === 'not-signed' && <p className="mt-1">Nothing was cashed out; the bet stands.</p>}
          </Notice>
        )}
        {act.kind === 'unanswered' && <Unanswered cashOut={cashOut} mine={mine} onLetGo={letGo} />}
        {!wallet.signedIn && act.kind !== 'unanswered' && <SignInAgain />}
      </div>
      {!(mine && act.kind === 'unanswered') && (
        <div className="bet-action">
          <Button
            type="submit"
            size="large"
            className="w-full"
            disabled={waiting || blocked !== null}
            aria-describedby="cash-out-reason"
          >
            {mine && busy ? 'Cashing out...' : `Cash out ${amountText(inHand)} USDC`}
          </Button>
          <p
            ref={step}
            tabIndex={-1}
            id="cash-out-reason"
            aria-live="polite"
            className="mt-2 min-h-5 text-center text-meta text-muted outline-none"
          >
            {mine && busy
              ? act.kind === 'signing'
                ? `Confirm in ${act.order.wallet.name}`
                : 'Sending to the server. Closing this does not cancel it.'
              : blocked}
          </p>
        </div>
      )}
    </form>
  );
}

function Paid({ amount, profit, onClose }: { amount: number; profit: number; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div>
      <p role="status">
        {exactDollars(amount)} is in your balance, {profit < 0 ? 'a loss' : 'a profit'} of{' '}
        {exactDollars(Math.abs(profit))} on this bet. It stands in your statement.
      </p>
      <Button ref={done} className="mt-6 w-full" size="large" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function NotNow({ reason, left }: { reason: string | undefined; left: number | null }) {
  return (
    <div>
      <p role="status">{reason ?? 'This bet cannot be cashed out now, so it stands.'}</p>
      {left !== null && (
        <p className="mt-3 font-semibold">
          {left > 0
            ? `It can be cashed out in ${left} ${left === 1 ? 'second' : 'seconds'}.`
            : 'Asking again.'}
        </p>
      )}
    </div>
  );
}

function QuoteFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice
      tone="negative"
      role="alert"
      actions={
        <Button size="small" variant="secondary" onClick={onRetry}>
          Ask again
        </Button>
      }
    >
      <p className="font-semibold">
        {error instanceof ApiError ? error.sentence : 'The server did not answer.'}
      </p>
      <p className="mt-1">Nothing was cashed out; the bet stands.</p>
    </Notice>
  );
}

/** The session ended on the server, or was never there. The amount that was looked at stays in the dialog. */
function SignInAgain() {
  const { connecting, step, signIn } = useWallet();
  const busy = connecting || step !== null;
  return (
    <Notice
      tone="warning"
      role="alert"
      actions={
        <Button size="small" disabled={busy} onClick={() => void signIn()}>
          {busy ? 'Check your wallet' : 'Sign in again'}
        </Button>
      }
    >
      <p className="font-semibold">{SESSION_ENDED}</p>
      <p className="mt-1">Sign in again to go on from here.</p>
    </Notice>
  );
}

function Unanswered({ cashOut, mine, onLetGo }: { cashOut: CashOut; mine: boolean; onLetGo: () => void }) {
  const { act } = cashOut;
  const { signedIn, step, signIn } = useWallet();
  if (act.kind !== 'unanswered') return null;
  const { bet, amount } = act.order;
  return (
    <Notice
      tone="warning"
      role="alert"
      actions={
        <>
          {signedIn ? (
            <Button size="small" onClick={() => void cashOut.resend()}>
              Send again
            </Button>
          ) : (
            <Button size="small" disabled={step !== null} onClick={() => void signIn()}>
              {step === null ? 'Sign in again' : 'Check your wallet'}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={onLetGo}>
            Let it go
          </Button>
        </>
      }
    >
      <p className="font-semibold">
        {mine ? 'No answer yet.' : `No answer yet for ${exactDollars(amount)} on ${bet.outcomeName}.`}
      </p>
      <p className="mt-1">{act.sentence}</p>
    </Notice>
  );
}

function blockedBy(facts: {
  online: boolean;
  mismatch: string | null;
  signedIn: boolean;
  otherUnderWay: boolean;
  moved: boolean;
}): string | null {
  if (facts.otherUnderWay) return 'Your earlier cash-out comes first.';
  if (!facts.online) return 'You are offline. Cashing out waits for the connection.';
  if (facts.mismatch !== null) return facts.mismatch;
  if (!facts.signedIn) return 'Sign in to cash this bet out.';
  return facts.moved ? 'Look at the new amount first.' : null;
}

/** Without the currency sign, as on the button of the bet: `9.40`. */
export function amountText(amount: number): string {
  return exactDollars(amount).slice(1);
}

import { Link } from 'wouter';
import { exactDollars } from '../format/dollars.ts';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { type BetDraftContextValue, useBetDraft } from './bet-slip-context.tsx';
import { Notice } from './notice.tsx';
import { orderOf } from './signed-bet.ts';
import { mismatchSentence } from './why-blocked.ts';

/** Everything that stands between the bettor and the button, each with its next step. */
export function BetNotices({ outcomeId }: { outcomeId: string }) {
  const draft = useBetDraft();
  const wallet = useWallet();
  return (
    <>
      <UnansweredNotice draft={draft} outcomeId={outcomeId} />
      <FailureNotice draft={draft} outcomeId={outcomeId} />
      {wallet.connected && wallet.mismatch && (
        <Notice
          tone="warning"
          role="status"
          actions={
            <>
              {wallet.mismatch.kind === 'chain' && (
                <Button size="small" onClick={() => void wallet.switchBack()}>
                  Switch back to {wallet.mismatch.expected}
                </Button>
              )}
              {/* A chain that is not on offer cannot be signed in on. */}
              {wallet.mismatch.actual !== null && (
                <Button size="small" variant="secondary" onClick={() => void wallet.adoptWallet()}>
                  Sign in again
                </Button>
              )}
            </>
          }
        >
          {mismatchSentence(wallet.mismatch)}
        </Notice>
      )}
      {wallet.connected && !wallet.mismatch && !wallet.signedIn && (
        <Notice
          tone="warning"
          role="status"
          actions={
            <Button size="small" disabled={wallet.connecting} onClick={() => void wallet.signIn()}>
              {wallet.connecting ? 'Check your wallet' : 'Sign in again'}
            </Button>
          }
        >
          You are not signed in. Your slip stays as it is while you sign in again.
        </Notice>
      )}
    </>
  );
}

function FailureNotice({ draft, outcomeId }: { draft: BetDraftContextValue; outcomeId: string }) {
  const { placement } = draft;
  if (placement.kind !== 'failed' || placement.order.outcome.id !== outcomeId) return null;
  // The new odds themselves are offered then.
  if (placement.code === 'odds-changed' && draft.refusedQuote !== null) return null;
  return (
    <Notice tone="negative" role="alert">
      <p className="font-semibold">{placement.sentence}</p>
      <NextStep code={placement.code} />
    </Notice>
  );
}

/** The refusals of the betting rules name their next step themselves; these do not. */
function NextStep({ code }: { code: string }) {
  switch (code) {
    case 'not-signed':
      return <p className="mt-1">Nothing was placed. Press Place Bet to try again.</p>;
    case 'unauthenticated':
      return <p className="mt-1">Nothing was placed. Sign in again, then press Place Bet.</p>;
    case 'rate-limited':
      return <p className="mt-1">Nothing was placed. Wait a moment, then press Place Bet.</p>;
    default:
      return null;
  }
}

function UnansweredNotice({ draft, outcomeId }: { draft: BetDraftContextValue; outcomeId: string }) {
  const { placement } = draft;
  const order = orderOf(placement);
  if (placement.kind !== 'unanswered' || order === null) return null;
  return (
    <Notice
      tone="warning"
      role="alert"
      actions={
        <>
          <Button size="small" onClick={() => void draft.resend()}>
            Send again
          </Button>
          <Button size="small" variant="secondary" onClick={draft.forget}>
            Let it go
          </Button>
        </>
      }
    >
      <p className="font-semibold">
        {order.outcome.id === outcomeId
          ? 'No answer yet.'
          : `No answer yet for ${exactDollars(order.amount)} on ${order.outcome.name}.`}
      </p>
      <p className="mt-1">{placement.sentence}</p>
      <p className="mt-1">
        Letting it go starts a new bet; this one may still appear in{' '}
        <Link className="text-link" href="/profile">
          My Account
        </Link>
        .
      </p>
    </Notice>
  );
}

import { Link } from 'wouter';
import { exactDollars } from '../format/dollars.ts';
import { type TextKey, t } from '../texts/t-bet.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { GuestOffer } from '../wallet/guest-offer.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { type BetDraftContextValue, useBetDraft } from './bet-slip-context.tsx';
import { Notice } from './notice.tsx';
import { orderOf } from './signed-bet.ts';
import { mismatchSentence } from './why-blocked.ts';

/** Every problem that keeps the bettor from placing the bet, each with its next step. */
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
                  {t('bet.switchBackTo', { chain: wallet.mismatch.expected })}
                </Button>
              )}
              {/* Signing in works only on supported chains. */}
              {wallet.mismatch.actual !== null && (
                <Button size="small" variant="secondary" onClick={() => void wallet.adoptWallet()}>
                  {t('wallet.signInAgain')}
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
              {wallet.connecting ? t('wallet.check') : t('wallet.signInAgain')}
            </Button>
          }
        >
          {t('bet.notSignedIn')}
          <GuestOffer className="mt-2" />
        </Notice>
      )}
    </>
  );
}

function FailureNotice({ draft, outcomeId }: { draft: BetDraftContextValue; outcomeId: string }) {
  const { placement } = draft;
  if (placement.kind !== 'failed' || placement.order.outcome.id !== outcomeId) return null;
  // The offer of the new odds replaces this message.
  if (placement.code === 'odds-changed' && draft.refusedQuote !== null) return null;
  const { code, order } = placement;
  const isFirstOfTwo = code === 'not-signed' && order.stake !== undefined;
  const next = isFirstOfTwo ? 'live.firstRejected' : NEXT_STEPS[code];
  return (
    <Notice tone="negative" role="alert">
      <p className="font-semibold">{placement.sentence}</p>
      {next && <p className="mt-1">{t(next)}</p>}
    </Notice>
  );
}

/** The next step for codes whose sentence doesn't name one. */
const NEXT_STEPS: Partial<Record<string, TextKey>> = {
  'not-signed': 'transaction.nothingTryAgain',
  'stake-not-signed': 'live.secondRejected',
  'quote-over': 'live.quoteOver',
  unauthenticated: 'transaction.nothingSignIn',
  'rate-limited': 'transaction.nothingWait',
};

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
            {t('transaction.sendAgain')}
          </Button>
          <Button size="small" variant="secondary" onClick={draft.forget}>
            {t('transaction.letItGo')}
          </Button>
        </>
      }
    >
      <p className="font-semibold">
        {order.outcome.id === outcomeId
          ? t('transaction.noAnswer')
          : t('transaction.noAnswerFor', { amount: exactDollars(order.amount), outcome: order.outcome.name })}
      </p>
      <p className="mt-1">{placement.sentence}</p>
      <p className="mt-1">
        <TextWith
          text={t('transaction.lettingGo')}
          parts={{
            account: (words) => (
              <Link className="text-link" href="/profile">
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </Notice>
  );
}

import { Link } from 'wouter';
import { exactDollars } from '../format/dollars.ts';
import { useOddsInFull } from '../format/odds-format.ts';
import { type TextKey, t } from '../texts/t-bet.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { GuestOffer } from '../wallet/guest-offer.tsx';
import type { LiveTerms } from '../wallet/live-chain.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { useBetDraft } from './bet-slip-context.tsx';
import { Notice, NoticeActions } from './notice.tsx';
import { offeredOdds, shownOdds } from './slip-odds.ts';
import { usePlaceBet } from './use-place-bet.ts';
import type { SlipOddsView } from './use-slip-odds.ts';
import { mismatchSentence } from './why-blocked.ts';

/** Every problem that keeps the bettor from placing the bet, each with its next step. */
export function BetNotices({ outcomeId }: { outcomeId: string }) {
  return (
    <>
      <UnansweredNotice outcomeId={outcomeId} />
      <FailureNotice outcomeId={outcomeId} />
      <WalletNotices />
    </>
  );
}

/** Why the wallet can't place bets now, each with its next step. */
export function WalletNotices() {
  const wallet = useWallet();
  return (
    <>
      {wallet.connected && wallet.mismatch && (
        <Notice tone="warning">
          {mismatchSentence(wallet.mismatch)}
          <NoticeActions>
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
          </NoticeActions>
        </Notice>
      )}
      {wallet.connected && !wallet.mismatch && !wallet.signedIn && (
        <Notice tone="warning">
          {t('bet.notSignedIn')}
          <GuestOffer className="mt-2" />
          <NoticeActions>
            <Button size="small" disabled={wallet.connecting} onClick={() => void wallet.signIn()}>
              {wallet.connecting ? t('wallet.check') : t('wallet.signInAgain')}
            </Button>
          </NoticeActions>
        </Notice>
      )}
    </>
  );
}

function FailureNotice({ outcomeId }: { outcomeId: string }) {
  const { placement, refusedQuote } = useBetDraft();
  if (placement.kind !== 'failed' || placement.order.outcome.id !== outcomeId) return null;
  const { code } = placement;
  // The offer of the new odds replaces this message.
  if (code === 'odds-changed' && refusedQuote !== null) return null;
  const next = NEXT_STEPS[code];
  return (
    <Notice tone="negative">
      <p className="font-semibold">{placement.sentence}</p>
      {next && <p className="mt-1">{t(next)}</p>}
    </Notice>
  );
}

/** The next step for codes whose sentence doesn't name one. */
const NEXT_STEPS: Partial<Record<string, TextKey>> = {
  'not-signed': 'transaction.nothingTryAgain',
  'stake-not-signed': 'transaction.nothingTryAgain',
  'quote-over': 'transaction.nothingTryAgain',
  unauthenticated: 'transaction.nothingSignIn',
  'rate-limited': 'transaction.nothingWait',
};

/** @param props.outcomeId the outcome of the form in view; null for none */
export function UnansweredNotice({ outcomeId }: { outcomeId: string | null }) {
  const { placement } = useBetDraft();
  const { resend, forget } = usePlaceBet();
  if (placement.kind !== 'unanswered') return null;
  const { signed, said } = placement;
  const { amount, outcome } = signed.order;
  return (
    <Notice tone="warning" role="alert">
      <p className="font-semibold">
        {outcome.id === outcomeId
          ? (said ?? t('transaction.noAnswer'))
          : t('transaction.noAnswerFor', { amount: exactDollars(amount), outcome: outcome.name })}
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
      <NoticeActions>
        <Button size="small" onClick={() => void resend()}>
          {t('transaction.sendAgain')}
        </Button>
        <Button size="small" variant="secondary" onClick={forget}>
          {t('transaction.letItGo')}
        </Button>
      </NoticeActions>
    </Notice>
  );
}

/** Tells a bettor on another chain where live bets are placed, with a button that leads there. */
export function LiveChainNotice({ place }: { place: LiveTerms }) {
  const wallet = useWallet();
  const { connectWallet } = useBetDraft();
  const { chain } = wallet;
  if (chain === null) return null;
  const values = { chain: place.chainName, now: chain };
  // A Solana wallet can't switch to an EVM chain.
  const canMove = chain !== 'Solana';
  const choose = () => {
    wallet.disconnect();
    connectWallet();
  };
  return (
    <Notice tone="warning">
      <p>{t(canMove ? 'live.otherChain' : 'live.otherKind', values)}</p>
      {wallet.notice !== null && <p className="mt-1">{wallet.notice}</p>}
      <NoticeActions>
        {canMove ? (
          <Button
            size="small"
            disabled={wallet.connecting}
            onClick={() => void wallet.moveToChain(place.chainName)}
          >
            {wallet.connecting ? t('wallet.check') : t('live.moveTo', values)}
          </Button>
        ) : (
          <Button size="small" onClick={choose}>
            {t('live.otherWallet', values)}
          </Button>
        )}
      </NoticeActions>
    </Notice>
  );
}

/** Says that the odds moved while the dialog was open, or that they could not be read. */
export function OddsNotice({ slipOdds }: { slipOdds: SlipOddsView }) {
  const { odds, problem } = slipOdds;
  const now = offeredOdds(odds);
  const oddsInFull = useOddsInFull();
  if (now !== null) {
    return (
      <Notice tone="warning">
        {t('bet.oddsAreNow', { now: oddsInFull(now), were: oddsInFull(shownOdds(odds)) })}
        <NoticeActions>
          <Button size="small" disabled={slipOdds.takeOffer === null} onClick={() => slipOdds.takeOffer?.()}>
            {t('bet.use', { odds: oddsInFull(now) })}
          </Button>
        </NoticeActions>
      </Notice>
    );
  }
  // The amount that fits is beside the button, and asking again wouldn't change it.
  if (problem === null || problem.code === 'stake-too-large') return null;
  return (
    <Notice tone="negative" role="status">
      {problem.sentence}
      <NoticeActions>
        <Button size="small" variant="secondary" onClick={slipOdds.quoteAgain}>
          {t('bet.checkAgain')}
        </Button>
      </NoticeActions>
    </Notice>
  );
}

import type { WireQuote } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAgeAcceptance } from '../compliance/age-acceptance.ts';
import { limitsQuery } from '../data/queries.ts';
import { OddsFrom } from '../markets/feed-odds.tsx';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { useOnline } from '../markets/use-online.ts';
import { whyNoBets } from '../markets/why-no-bets.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { useHeldPrices } from '../stream/use-held-prices.ts';
import { t } from '../texts/t-bet.ts';
import { toast } from '../ui/toast-store.ts';
import type { LiveTerms } from '../wallet/live-chain.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { AgeQuestion } from './age-question.tsx';
import { AmountField } from './amount-field.tsx';
import { BetFigures } from './bet-figures.tsx';
import { BetNotices } from './bet-notices.tsx';
import { type BetSlip, useBetDraft } from './bet-slip-context.tsx';
import { blockAt, blockedSentence } from './blocked.ts';
import { CapMeter } from './cap-meter.tsx';
import { DialogHint } from './dialog-hint.tsx';
import { largestStake } from './largest-stake.ts';
import { LiveChainNotice } from './live-chain-notice.tsx';
import { Notice } from './notice.tsx';
import { OddsNotice } from './odds-notice.tsx';
import { parseAmount } from './parse-amount.ts';
import { PlaceButton } from './place-button.tsx';
import { openPart, orderOf, type StakeTerms } from './signed-bet.ts';
import { SigningPreview } from './signing-preview.tsx';
import { shownOdds, signedOdds } from './slip-odds.ts';
import { stakeText } from './stake-text.ts';
import { useBetFocus } from './use-bet-focus.ts';
import { useDialogHints } from './use-dialog-hints.ts';
import { useFeedTerms } from './use-feed-terms.ts';
import { messageOf } from './use-place-bet.ts';
import { useSlipOdds } from './use-slip-odds.ts';
import { useStakeSource } from './use-stake-source.ts';
import { WalletFunds } from './wallet-funds.tsx';
import { whyBlocked } from './why-blocked.ts';

/** Stake, figures, the text to sign and the button: everything between an outcome and a bet. */
export function BetForm({
  slip,
  input,
  quoteDelayMs,
}: {
  slip: BetSlip;
  input: RefObject<HTMLInputElement | null>;
  quoteDelayMs: number;
}) {
  const { market, outcome } = slip;
  const wallet = useWallet();
  const draft = useBetDraft();
  const age = useAgeAcceptance();
  const online = useOnline();
  const now = useMinuteClock();
  const hints = useDialogHints({ practising: wallet.connected && wallet.isPractice });
  const { amountText, setAmountText, placement } = draft;
  const amount = parseAmount(amountText);
  const amountToSign = amount.kind === 'amount' ? amount.text : null;

  const latest = orderOf(placement);
  const isMine = latest?.outcome.id === outcome.id;
  const locked = isMine && openPart(placement) !== null;

  const slipOdds = useSlipOdds({
    market,
    outcome,
    amount: amountToSign,
    authToken: wallet.authToken,
    placing: locked,
    quoteDelayMs,
  });
  const { odds } = slipOdds;
  const toSign = signedOdds(odds);
  // A market from before there was a lowest fills at exactly the signed odds.
  const isExact = odds.quote !== null && odds.quote.minOdds === undefined;
  const terms = useFeedTerms({ market, outcome, shown: shownOdds(odds), limit: slipOdds.limit });
  const { signedIn } = wallet;
  // Other tabs and other days change the limits, so they are read anew whenever the dialog opens.
  const limits = useQuery({ ...limitsQuery, enabled: signedIn, refetchOnMount: 'always' }).data ?? null;

  const block = blockAt(limits, now);

  const { place, funds, elsewhere, balance } = useStakeSource(limits);

  const [junkPressed, setJunkPressed] = useState(false);
  const [impactAcceptedAt, setImpactAcceptedAt] = useState<number | null>(null);
  // The tick is about the odds it was given for.
  const impactAccepted = impactAcceptedAt === shownOdds(odds);

  useRefusedQuote({ refused: draft.refusedQuote, outcomeId: outcome.id, take: slipOdds.takeQuote });

  const held = useHeldPrices();
  const closed = whyNoBets(market, now);
  const blocked = whyBlocked({
    amount,
    // The sentence stands above.
    marketClosed: closed === null ? null : t('stream.noBetsNow'),
    online,
    held,
    connected: wallet.connected,
    connecting: wallet.connecting,
    mismatch: wallet.mismatch,
    signedIn,
    ageAccepted: age.accepted,
    ownBlock: block === null ? null : t('bet.askedNotTo'),
    wrongChain: elsewhere && t('live.onPolygon', { chain: elsewhere.chainName }),
    balance,
    stakedFrom: place === null ? 'account' : { chain: place.chainName },
    capLeft: limits?.capLeft ?? null,
    maxStake: slipOdds.maxStake,
    odds,
    quoting: slipOdds.quoting,
    quoteFailed: slipOdds.problem !== null,
    impactAccepted,
    otherBet: isMine ? null : openPart(placement),
  });

  const { step, notices } = useBetFocus(placement, isMine);

  // Two presses in one frame are one.
  const pressing = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (locked || blocked !== null) return;
    if (amount.kind !== 'amount') {
      setJunkPressed(true);
      input.current?.focus();
      toast({ title: t('bet.invalid'), description: t('bet.invalidWhy'), variant: 'destructive' });
      return;
    }
    if (!wallet.connected || wallet.publicKey === null || wallet.chain === null) {
      draft.connectWallet();
      return;
    }
    // The button is disabled meanwhile, and stays so when the odds have moved.
    step.current?.focus();
    if (pressing.current) return;
    pressing.current = true;
    try {
      // What the wallet has may have gone since the dialog opened: then nothing is asked of it.
      const free = funds === null ? null : await funds.readAgain();
      if (free !== null && amount.value > free) return;
      await sign(amount.value);
    } finally {
      pressing.current = false;
    }
  };

  const sign = async (stake: number) => {
    if (wallet.publicKey === null || wallet.chain === null) return;
    const quote = await slipOdds.quoteToSign();
    if (quote === null) return;
    const terms = place && stakeTermsOf(quote, place);
    if (place !== null && terms === null) return;
    await draft.place({
      market,
      outcome,
      amount: stake,
      odds: quote.odds,
      minOdds: quote.minOdds ?? quote.odds,
      quoteId: quote.quoteId,
      wallet: {
        publicKey: wallet.publicKey,
        chain: wallet.chain,
        name: wallet.walletName ?? t('wallet.yourWallet'),
      },
      ...(terms !== null && { stake: terms }),
    });
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {block && (
        <Notice tone="warning" role="status">
          {blockedSentence(block)}
        </Notice>
      )}
      {closed !== null && (
        <Notice tone="warning" role="status">
          {closed}
        </Notice>
      )}
      <AmountField
        text={amountText}
        onChange={(text) => {
          setJunkPressed(false);
          draft.forgetFailure();
          setAmountText(text);
        }}
        input={input}
        max={largestStake({
          balance,
          capLeft: limits?.capLeft ?? null,
          maxStake: slipOdds.maxStake,
        })}
        error={junkPressed && amount.kind === 'junk' ? t('bet.amountHint') : null}
        readOnly={locked}
      />
      <DialogHint at="stake" hints={hints} />
      {limits && (
        <CapMeter
          cap={limits.dailyStakeCap}
          used={limits.usedToday}
          stake={amount.kind === 'amount' ? amount.value : 0}
        />
      )}
      {place !== null && funds !== null && <WalletFunds funds={funds} chain={place.chainName} />}
      <StreamMark />
      <BetFigures
        odds={odds}
        feed={
          market.source === 'azuro'
            ? { source: <OddsFrom margin={terms.margin} />, maxStake: terms.maxStake }
            : null
        }
        amount={amountToSign}
        isFilledAtBest={place === null && !isExact}
        impactAccepted={impactAccepted}
        onAcceptImpact={(accepted) => setImpactAcceptedAt(accepted ? shownOdds(odds) : null)}
        disabled={locked}
      />
      {closed === null && <OddsNotice slipOdds={slipOdds} />}
      <SigningPreview
        message={
          amount.kind === 'amount' && toSign !== null
            ? messageOf({ amount: amount.value, outcome, odds: toSign })
            : null
        }
        odds={toSign}
        wallet={
          wallet.publicKey !== null && wallet.chain !== null
            ? { publicKey: wallet.publicKey, chain: wallet.chain }
            : null
        }
        stake={
          place && {
            amount: amountToSign === null ? null : stakeText(amountToSign),
            escrow: place.escrow,
            until: odds.quote?.live ? new Date(odds.quote.live.deadline * 1000).toISOString() : null,
          }
        }
      />
      <DialogHint at="signature" hints={hints} />
      <div ref={notices} tabIndex={-1} className="flex flex-col gap-4 outline-none empty:hidden">
        <BetNotices outcomeId={outcome.id} />
        {elsewhere && <LiveChainNotice place={elsewhere} />}
      </div>
      {!age.accepted && <AgeQuestion onAccept={age.accept} />}
      {!(isMine && placement.kind === 'unanswered') && (
        <PlaceButton placement={placement} locked={locked} blocked={blocked} step={step} />
      )}
    </form>
  );
}

/** Shows the odds that a refusal came with, once for each refusal. */
function useRefusedQuote({
  refused,
  outcomeId,
  take,
}: {
  refused: WireQuote | null;
  outcomeId: string;
  take: (quote: WireQuote) => void;
}) {
  const taken = useRef(refused);
  useEffect(() => {
    if (refused === null || refused === taken.current) return;
    taken.current = refused;
    if (refused.outcomeId === outcomeId) take(refused);
  }, [refused, outcomeId, take]);
}

/** What a live bet on this quote is staked with; null where the quote does not say. */
function stakeTermsOf({ live, expiresAt }: WireQuote, place: LiveTerms): StakeTerms | null {
  if (live === undefined) return null;
  const { betId, deadline } = live;
  const quotedUntil = expiresAt === undefined ? deadline * 1000 : Date.parse(expiresAt);
  return { place, betId, deadline, quotedUntil };
}

import type { WireQuote } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useAgeAcceptance } from '../compliance/age-acceptance.ts';
import { limitsQuery } from '../data/queries.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { useOnline } from '../markets/use-online.ts';
import { whyNoBets } from '../markets/why-no-bets.ts';
import { useHeldPrices } from '../stream/use-held-prices.ts';
import { t } from '../texts/t-bet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { AddToSlip } from './add-to-slip.tsx';
import { BetAction } from './bet-action.tsx';
import { BetFigures } from './bet-figures.tsx';
import { BetNotices, LiveChainNotice, OddsNotice } from './bet-notices.tsx';
import { type BetSlip, useBetDraft } from './bet-slip-context.tsx';
import { blockAt, blockedSentence } from './blocked.ts';
import { DialogHint, useDialogHints } from './dialog-hint.tsx';
import { InPlayNotice } from './in-play-notice.tsx';
import { Notice } from './notice.tsx';
import { parseAmount } from './parse-amount.ts';
import { usePriceProtection } from './price-protection.ts';
import { ProtectionChoice } from './protection-choice.tsx';
import { openPart, orderOf, type Placement } from './signed-bet.ts';
import { SigningPreview } from './signing-preview.tsx';
import { isExactOnly, shownOdds, signedOdds } from './slip-odds.ts';
import { StakeFields } from './stake-fields.tsx';
import { signingPartText, stakeText } from './stake-text.ts';
import { useBetFocus } from './use-bet-focus.ts';
import { useBetSubmit } from './use-bet-submit.ts';
import { useFeedTerms } from './use-feed-terms.ts';
import { messageOf } from './use-place-bet.ts';
import { useSlipOdds } from './use-slip-odds.ts';
import { useStakeSource } from './use-stake-source.ts';
import { whyBlocked } from './why-blocked.ts';

/** The stake is quoted once typing has paused for this long. */
const QUOTE_DELAY_MS = 250;

/** The form of a bet: stake, figures, the text to sign and the button. In the dialog and on a market's page. */
export function BetForm({
  slip,
  input,
  mark,
  quoteDelayMs = QUOTE_DELAY_MS,
}: {
  slip: BetSlip;
  input: RefObject<HTMLInputElement | null>;
  /** Whether the odds are live, where nothing else in view says so. */
  mark?: ReactNode;
  quoteDelayMs?: number | undefined;
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

  const [protection, chooseProtection] = usePriceProtection();
  const slipOdds = useSlipOdds(slip, { amount: amountToSign, protection, placing: locked, quoteDelayMs });
  const { odds } = slipOdds;
  const toSign = signedOdds(odds);
  const terms = useFeedTerms(slip, slipOdds);
  // Limits also change in other tabs and at midnight, so they are read again whenever the dialog opens.
  const limits =
    useQuery({ ...limitsQuery, enabled: wallet.signedIn, refetchOnMount: 'always' }).data ?? null;
  const block = blockAt(limits, now);
  const source = useStakeSource(limits);
  const { place, elsewhere } = source;

  const [impactAcceptedAt, setImpactAcceptedAt] = useState<number | null>(null);
  // The tick accepts only the odds it was set for.
  const impactAccepted = impactAcceptedAt === shownOdds(odds);

  useRefusedQuote(draft.refusedQuote, outcome.id, slipOdds.takeQuote);

  const closed = whyNoBets(market, now);
  const blocked = whyBlocked({
    amount,
    isOpen: closed === null,
    online,
    pricesPaused: useHeldPrices(),
    wallet,
    isOnBreak: block !== null,
    limits,
    source,
    slipOdds,
    impactAccepted,
    otherBet: isMine ? null : openPart(placement),
  });

  const { step, notices } = useBetFocus(placement, isMine);

  const disabled = locked || blocked !== null || !age.accepted;
  const { quoteToSign } = slipOdds;
  const submitting = useBetSubmit({ slip, amount, source, quoteToSign, disabled, input, step });

  return (
    <form noValidate onSubmit={submitting.submit} className="flex flex-col gap-4">
      {block && <Notice tone="warning">{blockedSentence(block)}</Notice>}
      <InPlayNotice market={market} closed={closed} />
      <StakeFields
        text={amountText}
        amount={amount}
        onChange={(text) => {
          submitting.forgetJunk();
          draft.forgetFailure();
          setAmountText(text);
        }}
        input={input}
        limits={limits}
        source={source}
        maxStake={slipOdds.limit?.maxStake ?? null}
        isJunk={submitting.isJunk}
        readOnly={locked}
        hints={hints}
        mark={mark}
      />
      <BetFigures
        odds={odds}
        feed={market.source === 'azuro' ? terms : null}
        amount={amountToSign}
        protection={
          place === null && !isExactOnly(odds) ? (
            <ProtectionChoice
              protection={protection}
              onChoose={chooseProtection}
              least={toSign}
              disabled={locked}
            />
          ) : null
        }
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
        stake={
          place && {
            amount: amountToSign === null ? null : stakeText(amountToSign),
            escrow: place.escrow,
            until: odds.quote?.live ? new Date(odds.quote.live.deadline * 1000).toISOString() : null,
          }
        }
      />
      <DialogHint at="signature" hints={hints} />
      {closed === null && !locked && <AddToSlip market={market} outcome={outcome} />}
      <div ref={notices} tabIndex={-1} className="flex flex-col gap-4 outline-none empty:hidden">
        <BetNotices outcomeId={outcome.id} />
        {elsewhere && <LiveChainNotice place={elsewhere} />}
      </div>
      {!(isMine && placement.kind === 'unanswered') && (
        <BetAction
          locked={locked}
          disabled={disabled}
          note={locked ? stepSentence(placement) : blocked}
          noteRef={step}
          input={input}
          isEmpty={amount.kind === 'nothing'}
        />
      )}
    </form>
  );
}

function stepSentence(placement: Placement): string {
  if (placement.kind !== 'signing') return t('bet.sending');
  const { order, part } = placement;
  const wallet = order.wallet.name;
  if (order.stake === undefined) return t('bet.confirmIn', { wallet });
  return t('live.confirmPart', { part: signingPartText(order, part), wallet });
}

/** Shows the odds that came with a refusal, once per refusal. */
export function useRefusedQuote(
  refused: WireQuote | null,
  outcomeId: string,
  take: (quote: WireQuote) => void,
) {
  const taken = useRef(refused);
  useEffect(() => {
    if (refused === null || refused === taken.current) return;
    taken.current = refused;
    if (refused.outcomeId === outcomeId) take(refused);
  }, [refused, outcomeId, take]);
}

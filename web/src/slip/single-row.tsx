import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { payoutOf } from '@tallystone/core/odds/payout';
import { useEffect, useId, useState } from 'react';
import { useRefusedQuote } from '../betting/bet-form.tsx';
import { OddsNotice } from '../betting/bet-notices.tsx';
import { useBetDraft } from '../betting/bet-slip-context.tsx';
import { removeOutcomes } from '../betting/kept-slip.ts';
import { parseAmount } from '../betting/parse-amount.ts';
import type { PriceProtection } from '../betting/price-protection.ts';
import { shownOdds, signedOdds } from '../betting/slip-odds.ts';
import { stakeTermsOf } from '../betting/use-bet-submit.ts';
import { messageOf, usePlaceBet } from '../betting/use-place-bet.ts';
import { useSlipOdds } from '../betting/use-slip-odds.ts';
import { needsImpactTick, whyBlocked } from '../betting/why-blocked.ts';
import { exactDollars } from '../format/dollars.ts';
import { useOddsInFull } from '../format/odds-format.ts';
import { whyNoBets } from '../markets/why-no-bets.ts';
import { t as tInPlay } from '../texts/t-in-play.ts';
import { t } from '../texts/t-slip.ts';
import { SlipRowView } from './slip-row.tsx';
import type { SlipAccount } from './use-slip-account.ts';
import type { SlipRow } from './use-slip-rows.ts';

/** The stake is quoted once typing has paused for this long. */
const QUOTE_DELAY_MS = 250;

/** What the form must know of a row. */
export interface SingleState {
  /** Why its bet can't be placed; null if it can. */
  blocked: string | null;
  /** USDC if it wins, at the odds on the screen. */
  returns: number;
  /** USDC if it wins, at the signed odds; null until the typed stake is quoted. */
  least: number | null;
}

/** `waits`: a bet in play that is decided after its delay. `stop`: the next ones aren't placed either. */
export type SingleResult = 'placed' | 'waits' | 'refused' | 'stop';

export interface SingleRowProps {
  row: SlipRow;
  /** The typed stake. */
  text: string;
  onText: (text: string) => void;
  account: SlipAccount;
  protection: PriceProtection;
  /** Bets are being placed, this one or another. */
  locked: boolean;
  isPlacing: boolean;
  report: (state: SingleState) => void;
  /** The row puts here, by market, how to place its bet. */
  acts: Map<string, () => Promise<SingleResult>>;
}

/** A selection as a bet of its own: its stake, its odds, and what became of it. */
export function SingleRow(props: SingleRowProps) {
  const { row } = props;
  if (row.market === null || row.outcome === null) {
    return <SlipRowView row={row} trouble={t('slip.reading')} locked={props.locked} />;
  }
  return <KnownRow {...props} market={row.market} outcome={row.outcome} />;
}

type Known = SingleRowProps & {
  market: NonNullable<SlipRow['market']>;
  outcome: NonNullable<SlipRow['outcome']>;
};

function KnownRow({
  row,
  text,
  onText,
  account,
  protection,
  locked,
  isPlacing,
  report,
  acts,
  ...bet
}: Known) {
  const { market, outcome } = bet;
  const { wallet, source } = account;
  const id = useId();
  const oddsInFull = useOddsInFull();
  const draft = useBetDraft();
  const { place } = usePlaceBet();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [tickedAt, setTickedAt] = useState<number | null>(null);
  const amount = parseAmount(text);
  const amountToSign = amount.kind === 'amount' ? amount.text : null;
  const slipOdds = useSlipOdds(bet, {
    amount: amountToSign,
    protection,
    placing: isPlacing,
    quoteDelayMs: QUOTE_DELAY_MS,
  });
  const { odds } = slipOdds;
  const shown = shownOdds(odds);
  const toSign = signedOdds(odds);
  useRefusedQuote(draft.refusedQuote, outcome.id, slipOdds.takeQuote);

  const closed = whyNoBets(market, account.now);
  const blocked = whyBlocked({
    amount,
    isOpen: closed === null,
    online: account.online,
    pricesPaused: account.pricesPaused,
    wallet,
    isOnBreak: account.block !== null,
    limits: account.limits,
    source,
    slipOdds,
    impactAccepted: tickedAt === shown,
    otherBet: null,
  });
  const returns = returnOf(amountToSign, shown);
  const least = toSign === null ? null : returnOf(amountToSign, toSign);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `report` is new in every render
  useEffect(() => report({ blocked, returns, least }), [blocked, returns, least]);

  const placeNow = async (): Promise<SingleResult> => {
    if (amount.kind !== 'amount' || wallet.publicKey === null || wallet.chain === null) return 'stop';
    setRefusal(null);
    const agreed = await slipOdds.quoteToSign();
    const terms = agreed && source.place && stakeTermsOf(agreed.quote, source.place);
    if (agreed === null || (source.place !== null && terms === null)) {
      setRefusal(t('slip.checkOdds'));
      return 'refused';
    }
    await place({
      market,
      outcome,
      amount: amount.value,
      odds: agreed.quote.odds,
      minOdds: agreed.least,
      quoteId: agreed.quote.quoteId,
      wallet: {
        publicKey: wallet.publicKey,
        chain: wallet.chain,
        name: wallet.walletName ?? t('wallet.yourWallet'),
      },
      ...(terms !== null && { stake: terms }),
    });
    const { current } = draft.latest;
    if (current.kind === 'placed' && current.order.outcome.id === outcome.id) {
      removeOutcomes([row.selection]);
      return current.receipt.decidesAt !== undefined ? 'waits' : 'placed';
    }
    if (current.kind !== 'failed') return 'stop';
    setRefusal(current.sentence);
    // A bettor who rejects one signature is not asked for the next.
    return current.code === 'not-signed' || current.code === 'stake-not-signed' ? 'stop' : 'refused';
  };
  // After every render, because the odds to sign belong to the latest one.
  useEffect(() => {
    acts.set(market.id, placeNow);
    return () => void acts.delete(market.id);
  });

  const message =
    amount.kind === 'amount' && toSign !== null
      ? messageOf({ amount: amount.value, outcome, odds: toSign })
      : null;
  return (
    <SlipRowView
      row={row}
      odds={shown}
      trouble={closed ?? (refusal === null ? null : t('slip.notPlaced', { why: refusal }))}
      locked={locked}
    >
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className="sr-only">
          {`${t('slip.stakeOn')} ${t('slip.in', row.selection)}`}
        </label>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          className="field w-28"
          value={text}
          readOnly={locked}
          aria-invalid={amount.kind === 'junk'}
          onChange={(event) => {
            setRefusal(null);
            onText(event.target.value);
          }}
        />
        <p className="min-w-0 flex-1 text-meta">
          {amount.kind === 'amount' && returnsSentence(returns, least)}
        </p>
      </div>
      {market.inPlay && (
        <p className="mt-1 text-meta">{tInPlay('inPlay.waits', { seconds: market.inPlay.delay })}</p>
      )}
      {amount.kind === 'junk' && <p className="mt-1 text-meta text-negative">{t('bet.amountHint')}</p>}
      {needsImpactTick(odds) && (
        <label className="mt-1 flex min-h-11 items-center gap-3 text-meta font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={tickedAt === shown}
            disabled={locked}
            onChange={(event) => setTickedAt(event.target.checked ? shown : null)}
          />
          {t('bet.acceptOdds', { odds: oddsInFull(shown) })}
        </label>
      )}
      {closed === null && (
        <div className="mt-2 empty:hidden">
          <OddsNotice slipOdds={slipOdds} />
        </div>
      )}
      {message !== null && (
        <p className="mt-2 text-small">
          <span className="block text-muted">{t('bet.willSign')}</span>
          <span className="font-mono wrap-anywhere">{message}</span>
        </p>
      )}
    </SlipRowView>
  );
}

function returnsSentence(returns: number, least: number | null): string {
  const amount = exactDollars(returns);
  if (least === null) return t('slip.returns', { amount });
  return t('slip.returnsLeast', { amount, least: exactDollars(least) });
}

/** USDC that a stake returns at these odds; 0 while there is none. */
function returnOf(amount: string | null, odds: number): number {
  const stake = amount === null ? null : parseUsdc(amount);
  const micro = parseOdds(odds);
  return stake === null || micro === null ? 0 : usdcToNumber(payoutOf({ stake, odds: micro }));
}

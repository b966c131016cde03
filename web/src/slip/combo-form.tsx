import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { payoutOf, profitOf } from '@tallystone/core/odds/payout';
import { type FormEvent, useRef, useState } from 'react';
import { BetAction } from '../betting/bet-action.tsx';
import { WalletNotices } from '../betting/bet-notices.tsx';
import { blockedSentence } from '../betting/blocked.ts';
import { Notice, NoticeActions } from '../betting/notice.tsx';
import { parseAmount, type TypedAmount } from '../betting/parse-amount.ts';
import { usePriceProtection } from '../betting/price-protection.ts';
import { ProtectionChoice } from '../betting/protection-choice.tsx';
import { SigningPreview } from '../betting/signing-preview.tsx';
import { StakeFields } from '../betting/stake-fields.tsx';
import { useBetFocus } from '../betting/use-bet-focus.ts';
import { useAgeAcceptance } from '../compliance/age-acceptance.ts';
import { dollars, dollarsOf } from '../format/dollars.ts';
import { useOddsInFull } from '../format/odds-format.ts';
import { shownNumber } from '../format/shown-number.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { t } from '../texts/t-slip.ts';
import { Button } from '../ui/button.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { toastFailure } from '../ui/toast-store.ts';
import {
  type ComboLegOrder,
  type ComboPlacement,
  comboPlacement,
  comboText,
  placingOrder,
} from './combo-placement.ts';
import type { ComboPrice } from './combo-price.ts';
import { comboTroubles } from './combo-troubles.ts';
import { SlipRowView } from './slip-row.tsx';
import { useComboPrice, versionsOf } from './use-combo-price.ts';
import { useComboQuote } from './use-combo-quote.ts';
import { usePlaceCombo } from './use-place-combo.ts';
import { useSlipAccount } from './use-slip-account.ts';
import type { SlipRow } from './use-slip-rows.ts';
import { whyComboBlocked } from './why-combo-blocked.ts';

/** In place of a figure that is not known yet. */
const NONE = '–';

/** No hints for newcomers: they have seen the form of a single bet. */
const NO_HINTS = {
  shown: null,
  box: { current: null },
  pass: () => {},
  skip: () => {},
};

export interface ComboFormProps {
  /** Two or more, unless a combo is being placed. */
  rows: readonly SlipRow[];
  /** Call when a wallet must be connected first. */
  onConnect: () => void;
}

/** The form of a combo: its selections, one stake, the product of their odds, the text to sign and the button. */
export function ComboForm({ rows, onConnect }: ComboFormProps) {
  const account = useSlipAccount();
  const { wallet, limits, source, block } = account;
  const age = useAgeAcceptance();
  const input = useRef<HTMLInputElement>(null);
  const [amountText, setAmountText] = useState('');
  const [isPressed, setPressed] = useState(false);
  const [protection, chooseProtection] = usePriceProtection();
  const placement = comboPlacement.use();
  const { place } = usePlaceCombo();
  const order = placingOrder(placement);
  const locked = order !== null;
  // The page shows what is being signed, even if the slip has changed meanwhile.
  const shownText = order === null ? amountText : wireNumberText(order.amount);
  const amount = parseAmount(shownText);

  const legs =
    order?.legs ?? rows.map(({ selection, outcome }) => ({ ...selection, odds: shownNumber(outcome?.odds) }));
  const quote = useComboQuote(legs, { versions: versionsOf(rows), enabled: !locked });
  const troubles = comboTroubles(rows, quote.data);
  const {
    price: latest,
    offered,
    takeOffer,
  } = useComboPrice(rows, {
    protection,
    locked,
    heard: quote.data ?? null,
    impossible: troubles.rows.size > 0 || troubles.whole !== null,
  });
  const price = order === null ? latest : { key: order.key, odds: order.odds, least: order.least };
  const maxStake = quote.data?.maxStake ?? null;
  const blocked = whyComboBlocked({
    amount,
    account,
    troubles,
    hasOdds: price !== null,
    maxStake,
    isOffered: offered !== null,
  });
  const { step, notices } = useBetFocus(placement, true);
  const isUnanswered = placement.kind === 'unanswered';
  const why = isUnanswered ? t('slip.earlierCombo') : blocked;
  const disabled = locked || why !== null || !age.accepted;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabled || price === null) return;
    if (amount.kind !== 'amount') {
      setPressed(true);
      input.current?.focus();
      toastFailure(t('bet.invalid'), t('bet.invalidWhy'));
      return;
    }
    if (!wallet.connected || wallet.publicKey === null) {
      onConnect();
      return;
    }
    // The button is disabled while the combo is placed: it can't keep the focus.
    step.current?.focus();
    const name = wallet.walletName ?? t('wallet.yourWallet');
    void place({
      legs,
      amount: amount.value,
      odds: price.odds,
      least: price.least,
      wallet: { publicKey: wallet.publicKey, name },
    });
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {block && <Notice tone="warning">{blockedSentence(block)}</Notice>}
      <ul aria-label={t('slip.selections')} className="slip-rows">
        {order === null
          ? rows.map((row) => (
              <SlipRowView
                key={row.selection.marketId}
                row={row}
                trouble={troubles.rows.get(row.selection.marketId) ?? null}
                locked={false}
              />
            ))
          : order.legs.map((leg) => <OrderedRow key={leg.marketId} leg={leg} />)}
      </ul>
      {!locked && troubles.whole !== null && <Notice tone="warning">{troubles.whole}</Notice>}
      <StakeFields
        text={shownText}
        amount={amount}
        onChange={(text) => {
          setPressed(false);
          setAmountText(text);
        }}
        input={input}
        limits={limits}
        source={source}
        maxStake={maxStake}
        isJunk={isPressed && amount.kind === 'junk'}
        readOnly={locked}
        hints={NO_HINTS}
        mark={<StreamMark />}
      />
      <ReceiptStub>
        <ComboFigures price={price} amount={amount} />
        <ProtectionChoice
          protection={protection}
          onChoose={chooseProtection}
          least={price?.least ?? null}
          disabled={locked}
        />
        <hr className="rule-dashed my-3 border-line-strong" />
        <p className="min-h-5 text-meta">
          {t('slip.comboMeans')}
          {maxStake !== null && ` ${t('slip.comboTakes', { amount: dollars(maxStake) })}`}
        </p>
      </ReceiptStub>
      {offered !== null && price !== null && (
        <OfferNotice now={offered} were={price.odds} onUse={takeOffer} />
      )}
      {quote.isError && (
        <Notice tone="negative" role="status">
          {t('slip.noQuote')}
          <NoticeActions>
            <Button size="small" variant="secondary" onClick={() => void quote.refetch()}>
              {t('bet.checkAgain')}
            </Button>
          </NoticeActions>
        </Notice>
      )}
      <SigningPreview
        message={
          amount.kind === 'amount' && price !== null
            ? comboText({ amount: amount.value, legs, least: price.least })
            : null
        }
        odds={price?.least ?? null}
      />
      <div ref={notices} tabIndex={-1} className="flex flex-col gap-4 outline-none empty:hidden">
        {placement.kind === 'failed' && <FailedCombo failure={placement} isOffered={offered !== null} />}
        <WalletNotices />
      </div>
      <BetAction
        locked={locked}
        disabled={disabled}
        note={locked ? stepSentence(placement) : why}
        noteRef={step}
        input={input}
        isEmpty={amount.kind === 'nothing'}
        label={t(locked ? 'slip.placingCombo' : 'slip.placeCombo')}
      />
    </form>
  );
}

/** What the stake returns at the odds on the screen and at the signed ones. */
function ComboFigures({ price, amount }: { price: ComboPrice | null; amount: TypedAmount }) {
  const oddsInFull = useOddsInFull();
  const now = figuresOf(amount, price?.odds);
  const least = figuresOf(amount, price?.least);
  return (
    <table className="bet-figures">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('bet.now')}</th>
          <th scope="col">{t('bet.atLeast')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('bet.odds')}</th>
          <td>{price === null ? NONE : oddsInFull(price.odds)}</td>
          <td>{price === null ? NONE : oddsInFull(price.least)}</td>
        </tr>
        <tr>
          <th scope="row">{t('bet.potentialWin')}</th>
          <td>{now.win}</td>
          <td>{least.win}</td>
        </tr>
        <tr className="bet-return">
          <th scope="row">{t('bet.totalReturn')}</th>
          <td>{now.total}</td>
          <td>{least.total}</td>
        </tr>
      </tbody>
    </table>
  );
}

function figuresOf(amount: TypedAmount, odds: number | undefined): { win: string; total: string } {
  if (odds === undefined) return { win: NONE, total: NONE };
  const stake = amount.kind === 'amount' ? parseUsdc(amount.text) : null;
  const micro = parseOdds(odds);
  if (stake === null || micro === null) return { win: dollars(0), total: dollars(0) };
  return {
    win: dollarsOf(profitOf({ stake, odds: micro })),
    total: dollarsOf(payoutOf({ stake, odds: micro })),
  };
}

function OfferNotice({ now, were, onUse }: { now: number; were: number; onUse: () => void }) {
  const oddsInFull = useOddsInFull();
  return (
    <Notice tone="warning">
      {t('bet.oddsAreNow', { now: oddsInFull(now), were: oddsInFull(were) })}
      <NoticeActions>
        <Button size="small" onClick={onUse}>
          {t('bet.use', { odds: oddsInFull(now) })}
        </Button>
      </NoticeActions>
    </Notice>
  );
}

/** Why no combo was placed. */
function FailedCombo({
  failure,
  isOffered,
}: {
  failure: Extract<ComboPlacement, { kind: 'failed' }>;
  isOffered: boolean;
}) {
  // The offer of the new odds replaces its message.
  if (failure.code === 'odds-changed' && isOffered) return null;
  return (
    <Notice tone="negative">
      <p className="font-semibold">{failure.sentence}</p>
      {failure.code === 'not-signed' && <p className="mt-1">{t('slip.nothingTryAgain')}</p>}
    </Notice>
  );
}

/** A selection of the order that is being signed or sent. */
function OrderedRow({ leg }: { leg: ComboLegOrder }) {
  const row = { selection: leg, market: null, outcome: null, hasEnded: false };
  return <SlipRowView row={row} odds={leg.odds ?? undefined} trouble={null} locked />;
}

function stepSentence(placement: ComboPlacement): string {
  return placement.kind === 'signing'
    ? t('bet.confirmIn', { wallet: placement.order.wallet.name })
    : t('bet.sending');
}

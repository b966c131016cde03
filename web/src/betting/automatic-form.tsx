import { restOf, type Stake } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { useRef, useState } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { useOnline } from '../markets/use-online.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { t } from '../texts/t-account.ts';
import { translated } from '../texts/translated.ts';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { AmountField } from './amount-field.tsx';
import { cashOutText, isCashingOut } from './cash-out-act.ts';
import { CashOutReport } from './cash-out-report.tsx';
import { Notice } from './notice.tsx';
import { parseAmount, type TypedAmount } from './parse-amount.ts';
import { type QuickAmount, quickAmounts } from './quick-amounts.ts';
import { SigningPreview } from './signing-preview.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useBetFocus } from './use-bet-focus.ts';
import type { CashOut } from './use-cash-out.ts';
import type { Offer } from './use-offer.ts';
import { mismatchSentence } from './why-blocked.ts';

export interface AutomaticFormProps {
  bet: WireBet;
  offer: Offer;
  cashOut: CashOut;
  /** The current cash-out is of this bet. */
  mine: boolean;
}

/** Sells a bet once it is worth an amount. */
export function AutomaticForm({ bet, offer: { quote }, cashOut, mine }: AutomaticFormProps) {
  const { act, sell } = cashOut;
  const wallet = useWallet();
  const busy = isCashingOut(act);
  const waiting = busy || act.kind === 'unanswered';
  const [text, setText] = useState(() => firstText(bet, mine ? cashOut : null));
  const input = useRef<HTMLInputElement>(null);
  const { step, notices } = useBetFocus(act, mine);

  const rest = restOf(bet);
  const typed = parseAmount(text);
  const problem = problemOf(typed, text, rest.totalReturn);
  const amount = typed.kind === 'amount' && problem === null ? typed.value : null;
  const now = quote?.amount ?? null;
  const why = useWhyBlocked({ bet, amount, problem, isWaitingForOther: !mine && waiting });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (waiting || why !== null || amount === null || wallet.publicKey === null) return;
        const name = wallet.walletName ?? t('wallet.yourWallet');
        void sell({ bet, way: 'automatic', amount, wallet: { publicKey: wallet.publicKey, name } });
      }}
    >
      <Worth rest={rest} quote={quote} />
      <AmountField
        label={t('cashOut.atAmount')}
        text={text}
        onChange={(next) => {
          cashOut.forgetReport();
          setText(next);
        }}
        input={input}
        chips={quickAmounts({ ...rest, now }).map((quick) => ({
          amount: String(quick.amount),
          label: quickLabel(quick),
        }))}
        max={null}
        error={problem}
        readOnly={waiting}
        mark={<StreamMark />}
      />
      {amount !== null && now !== null && amount <= now && (
        <Notice tone="warning">
          {quote?.delay === undefined
            ? t('cashOut.reachedNow')
            : t('cashOut.reachedInPlay', { seconds: quote.delay })}
        </Notice>
      )}
      <p className="text-meta">{t('cashOut.whatHappens')}</p>
      <SigningPreview message={amount === null ? null : cashOutText({ bet, way: 'automatic', amount })} />
      <CashOutReport ref={notices} cashOut={cashOut} mine={mine} onLetGo={cashOut.forget} />
      {!(mine && act.kind === 'unanswered') && (
        <SubmitButton
          label={t(mine && busy ? 'cashOut.setting' : 'cashOut.setAutomatic')}
          disabled={waiting || why !== null || amount === null}
          note={
            mine && busy
              ? act.kind === 'signing'
                ? t('bet.confirmIn', { wallet: act.order.wallet.name })
                : t('cashOut.sendingSet')
              : why
          }
          noteId="cash-out-reason"
          noteRef={step}
        />
      )}
    </form>
  );
}

/** What the bet is worth now and what it can return, and why it can't be sold now. */
function Worth({ rest, quote }: { rest: Stake; quote: Offer['quote'] }) {
  const now = quote?.amount ?? null;
  const why = now === null && quote !== undefined ? translated(quote.reason, quote.why) : undefined;
  return (
    <ReceiptStub>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
        <dt className="text-muted">{t('cashOut.staked')}</dt>
        <dd className="text-right font-semibold">{exactDollars(rest.stake)}</dd>
        <dt className="text-muted">{t('cashOut.worthNow')}</dt>
        <dd className="text-right font-semibold">
          {now !== null
            ? exactDollars(now)
            : t(quote === undefined ? 'positions.unknown' : 'cashOut.noWorth')}
        </dd>
        <dt className="text-muted">{t('cashOut.returnsIf')}</dt>
        <dd className="text-right font-semibold">{exactDollars(rest.totalReturn)}</dd>
      </dl>
      {why !== undefined && <p className="mt-2 text-meta text-muted">{why}</p>}
    </ReceiptStub>
  );
}

/** Why the button is disabled; null if it isn't, or if the field says it. */
function useWhyBlocked({
  bet,
  amount,
  problem,
  isWaitingForOther,
}: {
  bet: WireBet;
  amount: number | null;
  problem: string | null;
  isWaitingForOther: boolean;
}): string | null {
  const { mismatch, signedIn } = useWallet();
  const online = useOnline();
  if (isWaitingForOther) return t('cashOut.earlierFirst');
  if (!online) return t('cashOut.offline');
  if (mismatch) return mismatchSentence(mismatch);
  if (!signedIn) return t('cashOut.signInTo');
  if (problem !== null) return null;
  if (amount === null) return t('bet.enterAmount');
  return amount === bet.automatic?.amount ? t('cashOut.sameAmount') : null;
}

/** What the field has at first: the amount that is being sent, or the one that the bet has. */
function firstText({ automatic }: WireBet, current: CashOut | null): string {
  const act = current?.act;
  const isSent = act !== undefined && act.kind !== 'idle' && act.order.way === 'automatic';
  const amount = isSent ? act.order.amount : automatic?.amount;
  return amount === undefined ? '' : String(amount);
}

/** What is wrong with a typed amount; null for none, and for an empty field. */
function problemOf(typed: TypedAmount, text: string, totalReturn: number): string | null {
  if (typed.kind === 'junk') return t('bet.amountHint');
  if (typed.kind === 'nothing') return text.trim() === '' ? null : t('cashOut.smallest');
  return typed.value > totalReturn ? t('cashOut.aboveReturn', { amount: exactDollars(totalReturn) }) : null;
}

function quickLabel({ of, amount }: QuickAmount): string {
  const shown = exactDollars(amount);
  return of === 'stake'
    ? t('cashOut.quickStake', { amount: shown })
    : t('cashOut.quickShare', { percent: of, amount: shown });
}

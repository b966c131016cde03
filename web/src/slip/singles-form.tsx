import { type FormEvent, useId, useRef, useState } from 'react';
import { BetAction } from '../betting/bet-action.tsx';
import { UnansweredNotice, WalletNotices } from '../betting/bet-notices.tsx';
import { useBetDraft } from '../betting/bet-slip-context.tsx';
import { blockedSentence } from '../betting/blocked.ts';
import { Notice } from '../betting/notice.tsx';
import { parseAmount } from '../betting/parse-amount.ts';
import { usePriceProtection } from '../betting/price-protection.ts';
import { ProtectionChoice } from '../betting/protection-choice.tsx';
import { openPart } from '../betting/signed-bet.ts';
import { useAgeAcceptance } from '../compliance/age-acceptance.ts';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-slip.ts';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { toastFailure } from '../ui/toast-store.ts';
import { type SingleResult, SingleRow, type SingleState } from './single-row.tsx';
import { useSlipAccount } from './use-slip-account.ts';
import type { SlipRow } from './use-slip-rows.ts';

/** @param chain of live bets, which the wallet itself stakes; null if the account does */
const aboveBalance = (balance: number, chain: string | null): string =>
  chain === null
    ? t('bet.aboveBalance', { balance: exactDollars(balance) })
    : t('live.aboveWallet', { free: exactDollars(balance).slice(1), chain });

export interface SinglesFormProps {
  rows: readonly SlipRow[];
  /** Call when a wallet must be connected first. */
  onConnect: () => void;
  /** Called for each placed bet, and for each that waits. */
  onPlaced: (how: 'placed' | 'waits') => void;
}

/** Bets on the selections, each with its own stake, placed one after the other. */
export function SinglesForm({ rows, onConnect, onPlaced }: SinglesFormProps) {
  const account = useSlipAccount();
  const { wallet, block, limits } = account;
  const age = useAgeAcceptance();
  const { placement } = useBetDraft();
  const sameId = useId();
  const input = useRef<HTMLInputElement>(null);
  const step = useRef<HTMLParagraphElement>(null);
  const [same, setSame] = useState('');
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [states, setStates] = useState<ReadonlyMap<string, SingleState>>(new Map());
  const [progress, setProgress] = useState<{ place: number; count: number; marketId: string } | null>(null);
  const [protection, chooseProtection] = usePriceProtection();
  /** How to place each row as it is now: an earlier bet may have moved what the next one needs. */
  const acts = useRef(new Map<string, () => Promise<SingleResult>>());

  const textOf = (marketId: string) => texts.get(marketId) ?? '';
  const staked = rows.flatMap(({ selection: { marketId, outcomeName } }) => {
    const amount = parseAmount(textOf(marketId));
    return amount.kind === 'nothing' ? [] : [{ marketId, outcomeName, amount }];
  });
  const stakes = staked.flatMap(({ amount }) => (amount.kind === 'amount' ? [amount.value] : []));
  const total = addUsdc(stakes);
  const open = openPart(placement);
  const locked = progress !== null;

  const blocked = whyBlocked();
  const disabled = locked || blocked !== null || !age.accepted;

  function whyBlocked(): string | null {
    if (block !== null) return t('bet.askedNotTo');
    if (!locked && open !== null) return t(open === 'signing' ? 'bet.earlierInWallet' : 'bet.earlierFirst');
    if (staked.length === 0) return t('bet.enterAmount');
    if (limits !== null && total > limits.capLeft)
      return t('bet.aboveCap', { left: exactDollars(limits.capLeft) });
    const { balance, place } = account.source;
    if (balance !== null && total > balance) return aboveBalance(balance, place?.chainName ?? null);
    for (const { marketId, outcomeName } of staked) {
      const why = states.get(marketId)?.blocked ?? null;
      if (why !== null) return t('slip.blockedAt', { outcome: outcomeName, why });
    }
    return null;
  }

  const placeAll = async () => {
    for (const [index, { marketId }] of staked.entries()) {
      setProgress({ place: index + 1, count: staked.length, marketId });
      const result = await acts.current.get(marketId)?.();
      if (result === 'placed' || result === 'waits') onPlaced(result);
      if (result === 'stop') break;
    }
    setProgress(null);
    step.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabled) return;
    if (staked.some(({ amount }) => amount.kind === 'junk')) {
      toastFailure(t('bet.invalid'), t('bet.invalidWhy'));
      return;
    }
    if (!wallet.connected) {
      onConnect();
      return;
    }
    step.current?.focus();
    void placeAll();
  };

  const isUnanswered = open === 'unanswered';
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {block && <Notice tone="warning">{blockedSentence(block)}</Notice>}
      {rows.length > 1 && (
        <div>
          <label htmlFor={sameId} className="text-meta font-semibold">
            {t('slip.sameStake')}
          </label>
          <input
            ref={input}
            id={sameId}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            className="field mt-1"
            value={same}
            readOnly={locked}
            onChange={(event) => {
              const text = event.target.value;
              setSame(text);
              setTexts(new Map(rows.map(({ selection }) => [selection.marketId, text])));
            }}
          />
        </div>
      )}
      <ul aria-label={t('slip.selections')} className="slip-rows">
        {rows.map((row) => {
          const { marketId } = row.selection;
          return (
            <SingleRow
              key={`${marketId} ${row.selection.outcomeId}`}
              row={row}
              text={textOf(marketId)}
              onText={(text) => {
                setSame('');
                setTexts((before) => new Map(before).set(marketId, text));
              }}
              account={account}
              protection={protection}
              locked={locked}
              isPlacing={progress?.marketId === marketId}
              report={(state) => setStates((before) => new Map(before).set(marketId, state))}
              acts={acts.current}
            />
          );
        })}
      </ul>
      <ReceiptStub>
        <SinglesFigures total={total} bets={staked.map(({ marketId }) => states.get(marketId))} />
        <ProtectionChoice
          protection={protection}
          onChoose={chooseProtection}
          least={null}
          disabled={locked}
        />
        <p className="text-meta">{t('slip.oneByOne')}</p>
      </ReceiptStub>
      <UnansweredNotice outcomeId={null} />
      <WalletNotices />
      {!isUnanswered && (
        <BetAction
          locked={locked}
          disabled={disabled}
          note={progress === null ? blocked : t('slip.placingOne', progress)}
          noteRef={step}
          input={input}
          isEmpty={staked.length === 0}
          label={locked ? t('bet.placing') : t('slip.placeSingles', { count: Math.max(1, staked.length) })}
        />
      )}
    </form>
  );
}

/** What the stakes come to, and what they return at the odds on the screen and at the signed ones. */
function SinglesFigures({ total, bets }: { total: number; bets: readonly (SingleState | undefined)[] }) {
  const least = bets.flatMap((bet) => bet?.least ?? []);
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
          <th scope="row">{t('slip.total')}</th>
          <td>{exactDollars(total)}</td>
          <td>{exactDollars(total)}</td>
        </tr>
        <tr className="bet-return">
          <th scope="row">{t('slip.totalReturn')}</th>
          <td>{exactDollars(addUsdc(bets.map((bet) => bet?.returns ?? 0)))}</td>
          <td>{least.length === bets.length ? exactDollars(addUsdc(least)) : '–'}</td>
        </tr>
      </tbody>
    </table>
  );
}

import type { WireLimits } from '@tallystone/core/http-api/account';
import type { ReactNode, RefObject } from 'react';
import { t } from '../texts/t-bet.ts';
import { AmountField } from './amount-field.tsx';
import { DialogHint, type useDialogHints } from './dialog-hint.tsx';
import { largestStake } from './largest-stake.ts';
import type { TypedAmount } from './parse-amount.ts';
import { StakeRoom } from './stake-room.tsx';
import type { StakeSource } from './use-stake-source.ts';
import { WalletFunds } from './wallet-funds.tsx';

export interface StakeFieldsProps {
  text: string;
  /** The meaning of the text. */
  amount: TypedAmount;
  onChange: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
  /** Null until they have loaded. */
  limits: WireLimits | null;
  source: StakeSource;
  /** The most the market takes, USDC; null while unknown. */
  maxStake: number | null;
  isJunk: boolean;
  readOnly: boolean;
  hints: ReturnType<typeof useDialogHints>;
  mark: ReactNode;
}

/** The stake of a bet and what it may use: today's cap, and for live bets the wallet's USDC. */
export function StakeFields({
  text,
  amount,
  onChange,
  input,
  limits,
  source: { place, funds, balance },
  maxStake,
  isJunk,
  readOnly,
  hints,
  mark,
}: StakeFieldsProps) {
  return (
    <>
      <AmountField
        text={text}
        onChange={onChange}
        input={input}
        max={largestStake({ balance, capLeft: limits?.capLeft ?? null, maxStake })}
        error={isJunk ? t('bet.amountHint') : null}
        readOnly={readOnly}
        mark={mark}
      />
      <DialogHint at="stake" hints={hints} />
      {limits && <StakeRoom limits={limits} stake={amount.kind === 'amount' ? amount.value : 0} />}
      {place !== null && funds !== null && <WalletFunds funds={funds} chain={place.chainName} />}
    </>
  );
}

import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { Selection } from '../betting/slip.ts';
import { store } from '../signals/store.ts';

/** A selection as it was ordered, with its names for when it has left the slip. */
export interface ComboLegOrder extends Selection {
  /** On the screen then; null while unknown. */
  readonly odds: number | null;
}

/** A combo as the bettor ordered it. */
export interface ComboOrder {
  /** Identifies the attempt; also the idempotency key of all its requests. */
  readonly key: string;
  readonly legs: readonly ComboLegOrder[];
  /** USDC, as sent and signed. */
  readonly amount: number;
  /** On the screen when it was ordered. */
  readonly odds: number;
  /** The signed odds: the combo is filled at these or better. */
  readonly least: number;
  readonly wallet: { readonly publicKey: string; readonly name: string };
}

/** A signed request. Sending it again unchanged places no second combo. */
export interface SignedCombo {
  readonly order: ComboOrder;
  readonly body: RequestBody<'placeCombo'>;
}

/** The state of the latest attempt. */
export type ComboPlacement =
  | { readonly kind: 'idle' }
  | { readonly kind: 'signing'; readonly order: ComboOrder }
  | { readonly kind: 'sending'; readonly signed: SignedCombo }
  /** It may have been placed. The bettor can only send the same signed combo again or let it go. */
  | { readonly kind: 'unanswered'; readonly signed: SignedCombo; readonly sentence: string }
  /** Nothing was placed. `leg` is the selection that is the reason, `odds` the combo's odds then. */
  | {
      readonly kind: 'failed';
      readonly order: ComboOrder;
      readonly code: string;
      readonly sentence: string;
      readonly leg?: number | undefined;
      readonly odds?: number | undefined;
    }
  | { readonly kind: 'placed'; readonly combo: WireCombo };

/** The page's latest attempt to place a combo. Closing the slip doesn't cancel it, and a new language keeps it. */
export const comboPlacement = store<ComboPlacement>({ kind: 'idle' });

/** Whether the wallet or the server has not answered yet. */
export const isPlacingCombo = ({ kind }: ComboPlacement): boolean => kind === 'signing' || kind === 'sending';

/** The order that is being signed or sent; null for none. */
export function placingOrder(placement: ComboPlacement): ComboOrder | null {
  if (placement.kind === 'signing') return placement.order;
  return placement.kind === 'sending' ? placement.signed.order : null;
}

/** Whether the attempt must finish before another may start. */
export const isComboOpen = (placement: ComboPlacement): boolean =>
  placement.kind === 'unanswered' || isPlacingCombo(placement);

/** Drops what is over; an attempt in progress or without an answer stays. */
export function forgetComboResult(): void {
  const { kind } = comboPlacement.read();
  if (kind === 'failed' || kind === 'placed') comboPlacement.set({ kind: 'idle' });
}

/** The exact text the wallet shows and signs. */
export function comboText({
  amount,
  legs,
  least,
}: Pick<ComboOrder, 'amount' | 'least'> & { legs: readonly Pick<ComboLegOrder, 'outcomeId'>[] }): string {
  return comboMessage({
    amount: wireNumberText(amount),
    outcomeIds: legs.map(({ outcomeId }) => outcomeId),
    odds: wireNumberText(least),
  });
}

import type { BetIdentity } from '@tallystone/core/betting/decide-batch';
import type { BetTerms, BettorFunds } from '@tallystone/core/betting/decide-bet';
import type { Refusal } from '@tallystone/core/betting/refusal';
import type { ChainName, PlacedBet } from '@tallystone/core/http-api';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';

/** A bet whose shape, wallet, quote and signature were checked: what remains is to decide it. */
export interface BetRequest {
  /** Given before the bet is decided, so that it can be looked up whatever happens to the answer. */
  readonly betId: string;
  readonly family: WalletFamily;
  /** The bettor's network, where the session knows it. */
  readonly chain: ChainName | null;
  readonly marketId: string;
  readonly terms: BetTerms;
  readonly identity: BetIdentity;
  readonly signedText: string;
  /** Lower-case hex. */
  readonly signature: string;
}

export type BetAnswer =
  | { readonly kind: 'placed'; readonly bet: PlacedBet }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** The market's version that the refusal was decided on. */
      readonly version: number;
      /** What the bettor could still stake then; null when there was no market to look at. */
      readonly funds: BettorFunds | null;
    };

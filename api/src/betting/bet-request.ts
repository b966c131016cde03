import type { ChainBet } from '@tallystone/core/betting/chain-rules';
import type { BetIdentity } from '@tallystone/core/betting/decide-batch';
import type { AnyBet, BettableMarket, BettorFunds } from '@tallystone/core/betting/decide-bet';
import type { Refusal } from '@tallystone/core/betting/refusal';
import type { EscrowBet } from '@tallystone/core/escrow/escrow-bet';
import type { RequestBody } from '@tallystone/core/http-api';
import type { PlacedBet } from '@tallystone/core/http-api/betting';
import type { ChainName } from '@tallystone/core/http-api/identity';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Session } from '../http/session.ts';

export interface SentBet {
  session: Session;
  body: RequestBody<'placeBet'>;
  idempotencyKey: string | null;
}

/** A bet whose shape, wallet, quote and signature were checked, and that is still to be decided. */
export interface BetRequest<B extends AnyBet = AnyBet> {
  /** Known before the bet is decided, so it can be looked up even if the answer is lost. */
  readonly betId: string;
  /** The session without which the bet is refused: the hash of its token, hex. Null: it was checked, or there is none. */
  readonly uncheckedSession: string | null;
  readonly family: WalletFamily;
  /** The bettor's network, if the session knows it. */
  readonly chain: ChainName | null;
  readonly marketId: string;
  readonly terms: B['terms'];
  readonly identity: BetIdentity;
  readonly signedText: string;
  /** Lower-case hex. */
  readonly signature: string;
}

/** The same for a bet with a real stake. */
export interface LiveRequest extends BetRequest<ChainBet> {
  readonly live: LiveStake;
}

/** What the contract needs to take a real stake, checked as far as it can be before the bet is decided. */
export interface LiveStake {
  /** The bet as the contract will store it. */
  readonly bet: EscrowBet;
  /** The bettor's signature of the stake's authorization: r, s and v (27 or 28) as lower-case hex. */
  readonly authorization: string;
  /** Null for a bet that was accepted before: it is answered without asking the chain. */
  readonly wallet: WalletFunds | null;
}

/** The chain's answer about a bettor's wallet. */
export interface WalletFunds {
  /** Its balance minus the stakes of the known pending bets. */
  readonly free: MicroUsdc;
  /** The ids of those bets. They are subtracted already, even if they have been decided since. */
  readonly known: ReadonlySet<string>;
  /** The database's clock just before the chain was asked. */
  readonly askedAt: Date;
}

export type BetAnswer =
  | { readonly kind: 'placed'; readonly bet: PlacedBet }
  /** The bettor's session had ended. */
  | { readonly kind: 'signed-out' }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** The market that the refusal was decided on; null if there is none. */
      readonly market: (Pick<BettableMarket, 'outcomeIds' | 'book'> & { readonly version: number }) | null;
      /** What the bettor could still stake then; null if there is no market. */
      readonly funds: BettorFunds | null;
    };

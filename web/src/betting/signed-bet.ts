import type { RequestBody } from '@tallystone/core/http-api';
import type { PlacedBet, WireBetChain } from '@tallystone/core/http-api/betting';
import type { ChainName } from '@tallystone/core/http-api/identity';
import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import type { LiveTerms } from '../wallet/live-chain.ts';

/** A bet as the bettor ordered it, with everything needed to sign it, show it and open it again. */
export interface BetOrder {
  /** Identifies the attempt; also the idempotency key of all its requests. */
  key: string;
  market: WireListedMarket;
  outcome: WireOutcome;
  /** USDC, as sent and signed. */
  amount: number;
  /** The quoted odds; once the bet is placed, the odds it was filled at. */
  odds: number;
  /** The signed odds: the bet is filled at these or better. A live bet is filled at exactly these. */
  minOdds: number;
  quoteId: string | undefined;
  wallet: { publicKey: string; name: string; chain: ChainName };
  /** For a live bet: the stake, which the wallet signs besides the bet. */
  stake?: StakeTerms;
}

/** What the authorization of a live bet's stake contains besides the bet. */
export interface StakeTerms {
  place: LiveTerms;
  /** The id that the bet will have. */
  betId: string;
  /** Seconds since 1970: the authorization expires then. */
  deadline: number;
  /** Ms since 1970: the quote expires then, and the wallet isn't asked to sign for it any more. */
  quotedUntil: number;
}

/** The signature of the bet comes first. A bet with practice money has no other. */
export type SigningPart = 'bet' | 'stake';

/** A signed request. Sending it again unchanged places no second bet. */
export interface SignedBet {
  readonly order: BetOrder;
  readonly body: RequestBody<'placeBet'>;
}

/** The state of the latest attempt. */
export type Placement =
  | { kind: 'idle' }
  | { kind: 'signing'; order: BetOrder; part: SigningPart }
  | { kind: 'sending'; signed: SignedBet }
  /**
   * It may have been placed. The bettor can only send the same signed bet again or let it go. `said` is the error that
   * the server answered with; null without an answer.
   */
  | { kind: 'unanswered'; signed: SignedBet; sentence: string; said: string | null }
  | { kind: 'failed'; order: BetOrder; code: string; sentence: string }
  | { kind: 'placed'; order: BetOrder; receipt: PlacedReceipt };

export interface PlacedReceipt {
  betId: string;
  /** The hash of a real chain transaction, or the reference made from the signature. */
  hash: string;
  isReference: boolean;
  status: 'pending' | 'confirmed' | 'settled' | 'failed';
  /** For a live bet: its state on the chain. */
  chain?: WireBetChain;
  /** For a bet in play, also once it is decided: when its delay ends. */
  decidesAt?: string;
  /** Why a bet in play failed. */
  failure?: NonNullable<PlacedBet['failure']>;
}

/** The order of a placement in any state; null if there is none. */
export function orderOf(placement: Placement): BetOrder | null {
  switch (placement.kind) {
    case 'idle':
      return null;
    case 'sending':
    case 'unanswered':
      return placement.signed.order;
    default:
      return placement.order;
  }
}

/** The state of an attempt that must finish before another bet may start; null if none is open. */
export function openPart({ kind }: Placement): 'signing' | 'sending' | 'unanswered' | null {
  return kind === 'signing' || kind === 'sending' || kind === 'unanswered' ? kind : null;
}

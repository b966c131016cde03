import type { RequestBody } from '@tallystone/core/http-api';
import type { WireBetChain } from '@tallystone/core/http-api/betting';
import type { ChainName } from '@tallystone/core/http-api/identity';
import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import type { LiveTerms } from '../wallet/live-chain.ts';

/** What the bettor asked for when pressing the button: enough to sign it, show it and open it again. */
export interface BetOrder {
  /** Distinguishes one attempt from the next; also the idempotency key of everything sent for it. */
  key: string;
  market: WireMarket;
  outcome: WireOutcome;
  /** USDC, as sent and signed. */
  amount: number;
  /** What the stake gets: as it was quoted, and once it is placed what it was filled at. */
  odds: number;
  /** What is signed: these odds or better. A live bet is filled at exactly them. */
  minOdds: number;
  quoteId: string | undefined;
  wallet: { publicKey: string; name: string; chain: ChainName };
  /** Of a live bet: what the wallet signs beside the bet. */
  stake?: StakeTerms;
}

/** What the authorization of a live bet's stake is made of, beside the bet. */
export interface StakeTerms {
  place: LiveTerms;
  /** The id that the bet will have. */
  betId: string;
  /** Seconds since 1970: the authorization cannot be used from then on. */
  deadline: number;
  /** Ms: the quote is over from then on, and nothing more is signed for it. */
  quotedUntil: number;
}

/** The bet's own signature is the first, and of a bet of practice money the only one. */
export type SigningPart = 'bet' | 'stake';

/** One signature and the request it belongs to. Sent again as it is, it stays the same bet. */
export interface SignedBet {
  readonly order: BetOrder;
  readonly body: RequestBody<'placeBet'>;
}

/** Where the latest attempt stands. */
export type Placement =
  | { kind: 'idle' }
  | { kind: 'signing'; order: BetOrder; part: SigningPart }
  | { kind: 'sending'; signed: SignedBet }
  /** It may have been placed: the only way on is the same signed bet, or letting go of it. */
  | { kind: 'unanswered'; signed: SignedBet; sentence: string }
  | { kind: 'failed'; order: BetOrder; code: string; sentence: string }
  | { kind: 'placed'; order: BetOrder; receipt: PlacedReceipt };

export interface PlacedReceipt {
  betId: string;
  /** The hash of a real chain transaction, or the reference made from the signature. */
  hash: string;
  isReference: boolean;
  status: 'pending' | 'confirmed' | 'settled' | 'failed';
  /** Of a live bet: where the chain has it. */
  chain?: WireBetChain;
}

/** The order behind a placement, whatever became of it. */
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

/** What the latest attempt waits for before another bet may start; null when it is over. */
export function openPart({ kind }: Placement): 'signing' | 'sending' | 'unanswered' | null {
  return kind === 'signing' || kind === 'sending' || kind === 'unanswered' ? kind : null;
}

/** Whether something about the latest attempt is still open, so that no other bet may start. */
export function isUnderWay(placement: Placement): boolean {
  return placement.kind === 'signing' || placement.kind === 'sending';
}

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

/** A bet whose shape, wallet, quote and signature were checked: what remains is to decide it. */
export interface BetRequest<B extends AnyBet = AnyBet> {
  /** Given before the bet is decided, so that it can be looked up whatever happens to the answer. */
  readonly betId: string;
  readonly family: WalletFamily;
  /** The bettor's network, where the session knows it. */
  readonly chain: ChainName | null;
  readonly marketId: string;
  readonly terms: B['terms'];
  readonly identity: BetIdentity;
  readonly signedText: string;
  /** Lower-case hex. */
  readonly signature: string;
}

/** The same of a bet with a real stake. */
export interface LiveRequest extends BetRequest<ChainBet> {
  readonly live: LiveStake;
}

/** What moves a real stake, checked as far as it can be before the bet is decided. */
export interface LiveStake {
  /** As the contract will know the bet. */
  readonly bet: EscrowBet;
  /** The bettor's signature of the stake's authorization: r, s and v (27 or 28) as lower-case hex. */
  readonly authorization: string;
  /** Null for a bet that was accepted before: it gets its answer, and the chain is not asked. */
  readonly wallet: AskedWallet | null;
}

/** What the chain said of a bettor's wallet. */
export interface AskedWallet {
  /** What it held beyond the stakes of the pending bets that were known. */
  readonly free: MicroUsdc;
  /** Those bets, whatever has become of them since: they are accounted for. */
  readonly known: ReadonlySet<string>;
  /** By the database's clock, before the chain was asked. */
  readonly askedAt: Date;
}

/** A market as a bet on it was refused. */
interface RefusingMarket extends Pick<BettableMarket, 'outcomeIds' | 'book'> {
  readonly version: number;
}

export type BetAnswer =
  | {
      readonly kind: 'placed';
      readonly bet: PlacedBet;
      /** It was recorded before this request came. */
      readonly isRepeat?: true;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** The market that the refusal was decided on; null when there was none. */
      readonly market: RefusingMarket | null;
      /** What the bettor could still stake then; null when there was no market to look at. */
      readonly funds: BettorFunds | null;
    };

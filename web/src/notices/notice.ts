import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBet, WireBetResult } from '@tallystone/core/http-api/betting';

/** A bet as a notice tells of it: what was staked on what. */
export interface NoticeBet {
  marketId: string;
  marketTitle: string;
  outcomeName: string;
  /** USDC. */
  amount: number;
  odds: number;
}

/** How far a signed bet had come, in the words of its toast. */
interface NoticeStage {
  text: string;
  state: 'done' | 'current' | 'ahead' | 'failed';
}

type Block = NonNullable<WireLimits['blocked']>['kind'];

/** What became different about the limits. Caps in USDC; null: none. */
export type LimitsChange =
  | { what: 'own-cap'; cap: number | null }
  | { what: 'given-cap'; cap: number }
  | { what: 'raise-asked'; cap: number | null; from: string }
  | { what: 'raise-withdrawn' }
  | { what: 'blocked'; block: Block; until: string }
  | { what: 'block-over'; block: Block };

/**
 * What is told. Toasts stand in the words they were said in; the rest is kept as facts, so that it can be told in
 * another language later.
 */
export type NoticeFacts =
  | { kind: 'said'; title: string; description?: string; failed: boolean }
  | {
      kind: 'transaction';
      title: string;
      description: string;
      failed: boolean;
      stages: readonly NoticeStage[];
      bet: NoticeBet;
      /** Of the bet, once the server has taken it. */
      betId?: string;
      /** Whole: what is shown may be shorter. */
      reference?: { hash: string; isReference: boolean };
      /** True while its confirmation is still to come. */
      pending: boolean;
    }
  | { kind: 'bet-placed'; betId: string; bet: NoticeBet; pending: boolean }
  | { kind: 'bet-confirmed'; betId: string; bet: NoticeBet }
  | { kind: 'bet-failed'; betId: string; bet: NoticeBet; isLive?: boolean }
  | {
      kind: 'bet-ended';
      betId: string;
      bet: NoticeBet;
      result: WireBetResult;
      paid: number;
      /** The contract pays it, to the wallet. */
      isLive?: boolean;
    }
  | { kind: 'limits'; change: LimitsChange };

export type Notice = NoticeFacts & {
  /** The same for the same thing, in every tab: it is told once. */
  id: string;
  /** Ms of the clock. */
  at: number;
  read: boolean;
};

/** What is told of a bet of the wire. */
export function noticeBetOf({ marketId, market, outcomeName, outcomeId, amount, odds }: WireBet): NoticeBet {
  return { marketId, marketTitle: market.title, outcomeName: outcomeName || outcomeId, amount, odds };
}

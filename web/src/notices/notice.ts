import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBet, WireBetResult } from '@tallystone/core/http-api/betting';
import { isCombo, type Sold } from '../betting/sold.ts';
import type { TransactionStage } from '../betting/transaction-stages.tsx';

/** A bet as a notice shows it. */
export interface NoticeBet {
  marketId: string;
  marketTitle: string;
  outcomeName: string;
  /** USDC. */
  amount: number;
  odds: number;
  /** Combos only: how many. */
  selections?: number;
}

type Block = NonNullable<WireLimits['blocked']>['kind'];

/** Why what waited for the delay of a running game came to nothing. */
type Why = Pick<NonNullable<WireBet['failure']>, 'sentence' | 'reason'>;

/** A change of the limits. Caps in USDC; null: none. */
export type LimitsChange =
  | { what: 'own-cap'; cap: number | null }
  | { what: 'given-cap'; cap: number }
  | { what: 'raise-asked'; cap: number | null; from: string }
  | { what: 'raise-withdrawn' }
  | { what: 'blocked'; block: Block; until: string }
  | { what: 'block-over'; block: Block };

/**
 * The content of a notice. Toasts keep their words; everything else is stored as facts, so it can be shown in another
 * language later.
 */
export type NoticeFacts =
  | { kind: 'said'; title: string; description?: string; failed: boolean }
  | {
      kind: 'transaction';
      title: string;
      description: string;
      failed: boolean;
      /** In the words of its toast. */
      stages: readonly TransactionStage[];
      bet: NoticeBet;
      /** Id of the bet, once the server has accepted it. */
      betId?: string;
      /** In full; the page shows it shortened. */
      reference?: { hash: string; isReference: boolean };
      /** True until it is confirmed. */
      pending: boolean;
    }
  | { kind: 'bet-placed'; betId: string; bet: NoticeBet; pending: boolean }
  | { kind: 'bet-confirmed'; betId: string; bet: NoticeBet }
  | {
      kind: 'bet-failed';
      betId: string;
      bet: NoticeBet;
      isLive?: boolean;
      /** Of a bet in play. */
      why?: Why;
    }
  /** A cash-out that waited for the delay of a running game. `amount`: what was signed, USDC. */
  | { kind: 'sale-failed'; betId: string; bet: NoticeBet; amount: number; why: Why }
  /** A part of a bet was cashed out. `bet.amount`: the stake of the part. */
  | { kind: 'part-sold'; betId: string; bet: NoticeBet; paid: number }
  | {
      kind: 'bet-ended';
      betId: string;
      bet: NoticeBet;
      result: WireBetResult;
      paid: number;
      /** It was cashed out because it was worth the signed amount. */
      isAutomatic?: boolean;
      /** The contract pays it to the wallet. */
      isLive?: boolean;
    }
  | { kind: 'limits'; change: LimitsChange };

export type Notice = NoticeFacts & {
  /** The same for the same event in every tab, so each event has one notice. */
  id: string;
  /** Ms since 1970. */
  at: number;
  read: boolean;
};

/** The part of a bet that a notice shows; of a combo all outcomes, and the first market for versions that know no combos. */
export function noticeBetOf(listed: Sold): NoticeBet {
  const { amount, odds } = listed;
  if (isCombo(listed)) {
    const [first] = listed.legs;
    const names = listed.legs.map(({ outcomeName, outcomeId }) => outcomeName || outcomeId);
    return {
      ...{ marketId: first?.marketId ?? '', marketTitle: first?.title ?? '' },
      ...{ outcomeName: names.join(', '), amount, odds, selections: names.length },
    };
  }
  const { marketId, market, outcomeName, outcomeId } = listed;
  return { marketId, marketTitle: market.title, outcomeName: outcomeName || outcomeId, amount, odds };
}

import { openPart, orderOf, type Placement } from '../betting/signed-bet.ts';
import { stagesOf } from '../betting/transaction-stages.tsx';
import { serverSide, transactionWords } from '../betting/transaction-words.ts';
import { noticeIds } from '../data/notice-ids.ts';
import type { NoticeFacts } from './notice.ts';

type TransactionFacts = Extract<NoticeFacts, { kind: 'transaction' }>;

/**
 * The transaction toast of an attempt to bet as a notice, and its owner. Null until there is something to store: an
 * attempt that waits for the wallet hasn't happened yet.
 */
export function transactionNotice(
  placement: Placement,
): { owner: string; id: string; facts: TransactionFacts } | null {
  const order = orderOf(placement);
  if (order === null || openPart(placement) === 'signing') return null;
  const server = serverSide(placement);
  const stage = { waiting: 'pending', confirmed: 'succeeded', failed: 'failed' } as const;
  const { market, outcome, amount, odds, wallet } = order;
  const receipt = placement.kind === 'placed' ? placement.receipt : null;
  return {
    owner: wallet.publicKey,
    id: noticeIds.transaction(order.key),
    facts: {
      kind: 'transaction',
      ...transactionWords(stage[server], placement),
      failed: server === 'failed',
      stages: stagesOf(placement),
      bet: { marketId: market.id, marketTitle: market.title, outcomeName: outcome.name, amount, odds },
      ...(receipt !== null && {
        betId: receipt.betId,
        reference: { hash: receipt.hash, isReference: receipt.isReference },
      }),
      pending: receipt?.status === 'pending',
    },
  };
}

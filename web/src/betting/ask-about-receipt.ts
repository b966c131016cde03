import type { ChainVerdict } from '@tallystone/core/escrow/check-chain-log';
import { checkReceiptOnChain } from '@tallystone/core/escrow/check-receipt-on-chain';
import type { WireReceipt, WireReceiptChain } from '@tallystone/core/http-api/receipts';
import type { AskNode } from '../wallet/chain-node.ts';
import { sameAddress } from '../wallet/check-mismatch.ts';

/**
 * Asks a node for the transactions that a receipt names and compares them with the receipt.
 *
 * @param bettor the wallet that is signed in; a receipt for another wallet's bet proves nothing about its own bets
 * @throws when no node answers
 */
export async function askAboutReceipt({
  receipt,
  ask,
  bettor,
}: {
  receipt: Pick<WireReceipt, 'bet'> & { chain: WireReceiptChain };
  ask: AskNode;
  bettor: string | null;
}): Promise<ChainVerdict> {
  const { placed, ended } = receipt.chain;
  const transaction = (hash: string) => ask({ method: 'eth_getTransactionReceipt', params: [hash] });
  const [chainId, placedIn, endedIn] = await Promise.all([
    ask({ method: 'eth_chainId', params: [] }),
    transaction(placed.txHash),
    ended && transaction(ended.txHash),
  ]);
  if (bettor !== null && !sameAddress(bettor, receipt.chain.bettor))
    return { kind: 'differs', what: 'bettor' };
  return checkReceiptOnChain(receipt, {
    chainId,
    placed: placedIn,
    ...(ended && { ended: endedIn }),
  });
}

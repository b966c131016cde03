import { houseDepositEntry } from '@tallystone/core/ledger/house-deposit-entry';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { balanceAfter } from './balance-after.ts';
import { lockCursor } from './cursor-store.ts';
import { type EscrowChain, REMEMBERED_BLOCKS } from './escrow-chain.ts';

/** The books belong to another escrow than the settings name, and must not be mixed with it. */
export class OtherEscrow extends Error {
  readonly code = 'other-escrow';
}

/**
 * Makes the cursor if there is none. It begins at the block before the contract, and USDC that the contract's address had
 * by then is booked as the house's.
 *
 * @throws OtherEscrow if the books belong to another escrow
 */
export async function openCursor(db: Db, chain: EscrowChain): Promise<void> {
  const { chainId, escrow } = chain.place;
  const [known] = await rows(
    db,
    { chainId: col.whole, escrow: col.hex },
    sql`select c.chain_id, c.escrow from chain_cursor c`,
  );
  if (known !== undefined) {
    if (known.chainId === chainId && known.escrow === escrow) return;
    throw new OtherEscrow(
      `the books are of the escrow ${known.escrow} on chain ${known.chainId}, and the settings name ${escrow} on chain ${chainId}`,
    );
  }
  const first = chain.escrowBlock - 1n;
  const [block, balance] = await Promise.all([chain.block(first), readBalance(chain, first)]);
  await transaction(db, async (tx) => {
    await lockCursor(tx);
    const made = await rows(
      tx,
      sql`
        insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at, chain_balance)
        values (${chainId}, decode(${escrow.slice(2)}, 'hex'), ${block.number}::bigint,
          decode(${block.hash.slice(2)}, 'hex'), ${block.at.toISOString()}::timestamptz, ${balance}::numeric)
        on conflict (id) do nothing
        returning id`,
    );
    if (made.length > 0 && balance > 0n) {
      await recordEntries(tx, [
        { key: 'house-deposit:before', entry: houseDepositEntry({ amount: balance }) },
      ]);
    }
  });
}

async function readBalance(chain: EscrowChain, number: bigint): Promise<MicroUsdc> {
  const { finalized } = await chain.head();
  if (finalized.number - number <= REMEMBERED_BLOCKS) return chain.balance(number);
  const balance = await chain.balance(finalized.number);
  const logs = await chain.logs({ from: number + 1n, to: finalized.number });
  return balanceAfter(balance, { number, logs, escrow: chain.place.escrow });
}

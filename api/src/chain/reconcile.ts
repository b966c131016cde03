import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Tx } from '../db/db.ts';
import { unbookedOutflows } from './book-outflows.ts';
import { BooksDiffer } from './chain-alert.ts';
import { bookedBalance, comparedWith, lockCursor } from './cursor-store.ts';
import { unappliedAmount } from './unapplied-store.ts';

/**
 * Compares the books with the chain after a block: what came from outside and did not go back there lies in the escrow,
 * to the micro. Only what the chain has paid and the books could not give yet is in the books still, and what events say
 * that could not be applied is in no account.
 *
 * @param balance the escrow's USDC after the block
 * @throws BooksDiffer when they are not the same: then nothing of the block may be kept
 */
export async function reconcile(tx: Tx, { at, balance }: { at: bigint; balance: MicroUsdc }): Promise<void> {
  const booked = await bookedBalance(tx);
  const { bettors, house } = await unbookedOutflows(tx);
  const books = microUsdc(booked - bettors - house + (await unappliedAmount(tx)));
  if (books !== balance) throw new BooksDiffer(at, { chain: balance, books });
}

/** Compares the books with what the chain held after the last block that they were compared with: it is theirs still. */
export async function reconcileAgain(tx: Tx): Promise<void> {
  await lockCursor(tx);
  const compared = await comparedWith(tx);
  if (compared !== null) await reconcile(tx, compared);
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import type { WireEscrowFigures } from '@tallystone/core/http-api/solvency';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { balanceOutside } from '../ledger/balance-outside.ts';

/** The part of EscrowChain (api/src/chain) that the figures need. */
export interface EscrowReader {
  readonly place: EscrowPlace;
  readonly token: { readonly address: Hex };
  /** What the escrow contract holds after a block, micro-USDC. */
  balance(at: bigint): Promise<MicroUsdc>;
  reserves(at: bigint): Promise<{ reserved: MicroUsdc; setAside: MicroUsdc; free: MicroUsdc }>;
}

/** The figures wait at most this long for the chain. */
const PATIENCE_MS = 5000;

/** The books at the last final block that they include. */
const BOOKS_AT_BLOCK = {
  block: col.bigint,
  at: col.date,
  /** What the contract holds by the books, micro-USDC. */
  balance: col.usdc,
};

/** Null before the chain was ever followed. */
export async function readBooksAtBlock(tx: Tx): Promise<Row<typeof BOOKS_AT_BLOCK> | null> {
  const [found] = await rows(
    tx,
    BOOKS_AT_BLOCK,
    sql`
      select c.block_number as block, c.block_at as at, b.balance
      from chain_cursor c cross join (${balanceOutside}) b`,
  );
  return found ?? null;
}

/**
 * What the chain itself says about the escrow contract after the books' last block, next to what the books say.
 *
 * @returns null if the chain does not answer now: unknown figures are not guessed
 */
export async function escrowFigures(
  reader: EscrowReader,
  books: Row<typeof BOOKS_AT_BLOCK>,
): Promise<WireEscrowFigures | null> {
  const figures = Promise.all([reader.balance(books.block), reader.reserves(books.block)]);
  const answer = await Promise.race([
    // The chain's watcher reports endpoints that disagree or are silent, and they suspend betting.
    figures.catch(() => null),
    delay(PATIENCE_MS, null, { ref: false }),
  ]);
  if (answer === null) return null;
  const [balance, { reserved, setAside, free }] = answer;
  return {
    chainId: reader.place.chainId,
    escrow: reader.place.escrow,
    usdc: reader.token.address,
    block: Number(books.block),
    at: books.at.toISOString(),
    balance: usdcToNumber(balance),
    reserved: usdcToNumber(reserved),
    setAside: usdcToNumber(setAside),
    free: usdcToNumber(free),
    booksSay: usdcToNumber(books.balance),
    agrees: balance === books.balance,
  };
}

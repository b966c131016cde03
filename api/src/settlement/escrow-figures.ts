import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import type { WireEscrowFigures } from '@tallystone/core/http-api/solvency';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { balanceOutside } from '../ledger/balance-outside.ts';

/** What has to be known of the chain: see EscrowChain in api/src/chain. */
export interface EscrowReader {
  readonly place: EscrowPlace;
  readonly token: { readonly address: Hex };
  /** The escrow's USDC after a block, micro-USDC. */
  balance(at: bigint): Promise<MicroUsdc>;
  reserves(at: bigint): Promise<{ reserved: MicroUsdc; setAside: MicroUsdc; free: MicroUsdc }>;
}

/** The books as they are at the last final block that is in them. */
export interface BooksAtBlock {
  readonly block: bigint;
  readonly at: Date;
  /** What they say that the contract holds, micro-USDC. */
  readonly balance: MicroUsdc;
}

/** Whoever asks for the figures does not wait longer for the chain. */
const PATIENCE_MS = 5000;

/** Null before the chain was ever followed. */
export async function readBooksAtBlock(tx: Tx): Promise<BooksAtBlock | null> {
  const [found] = await rows(
    tx,
    { block: col.bigint, at: col.date, balance: col.usdc },
    sql`
      select c.block_number as block, c.block_at as at, b.balance
      from chain_cursor c cross join (${balanceOutside}) b`,
  );
  return found ?? null;
}

/**
 * What the chain itself says of the escrow contract, after the block that the books stand at, beside what they say.
 *
 * @returns null when it cannot be asked now: what is not known is not guessed
 */
export async function escrowFigures(
  reader: EscrowReader,
  books: BooksAtBlock,
): Promise<WireEscrowFigures | null> {
  const asked = Promise.all([reader.balance(books.block), reader.reserves(books.block)]);
  const told = await withPatience(asked);
  if (told === null) return null;
  const [balance, { reserved, setAside, free }] = told;
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

/** Null when it fails or takes too long: the other figures are told without it. */
async function withPatience<T>(asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS).unref();
  });
  try {
    // Endpoints that disagree or are silent hold betting; the watcher of the chain says so where it counts.
    return await Promise.race([asked.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

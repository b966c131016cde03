import type { Hex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import { houseDepositEntry } from '@tallystone/core/ledger/house-deposit-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { confirmLiveBets, type PlacedOnChain } from '../betting/confirm-live-bets.ts';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { type KeyedEntry, recordEntries } from '../ledger/record-entries.ts';
import { applyMarketEvent, isMarketEvent } from './apply-market-event.ts';
import { type BlockFacts, blockFacts } from './block-facts.ts';
import { bookOutflows } from './book-outflows.ts';
import { type ChainAlert, unforeseenPayment, unknownBet } from './chain-alert.ts';
import { lockCursor, moveCursor, readCursor } from './cursor-store.ts';
import type { Block, ChainLog } from './escrow-chain.ts';
import { insertEvents } from './insert-events.ts';
import { reconcile } from './reconcile.ts';

/** A step along the finalized chain: from one block to a later one, with the logs of the later one. */
export interface BlockStep {
  /** Where the cursor has to be. */
  readonly after: bigint;
  readonly block: Block;
  /** Of that block. Those between have none. */
  readonly logs: readonly ChainLog[];
  /** The escrow's USDC after the block, micro-USDC; null when it is not compared here. */
  readonly balance: MicroUsdc | null;
}

/**
 * Takes a finalized block into the books: stakes that came in confirm their bets, what came in besides and what left is
 * booked, markets stand as the chain says, and the cursor moves on, all of it or nothing.
 *
 * @returns what holds betting from now on, or null; also null when another process was first
 * @throws ChainContradiction, BooksDiffer when the block must not be believed
 */
export async function applyBlock(tx: Tx, escrow: Hex, step: BlockStep): Promise<ChainAlert | null> {
  const { block, logs } = step;
  await lockCursor(tx);
  if ((await readCursor(tx)).number !== step.after) return null;
  const facts = blockFacts(logs, escrow);

  // Load. Games and markets first, as everybody locks.
  await lockMarkets(tx, facts);
  const { accepted, unknown } = await sortPlaced(tx, facts);

  // Save.
  await confirmLiveBets(tx, { placed: accepted });
  await recordEntries(tx, depositEntries([...facts.deposits, ...unknown]));
  await insertEvents(tx, { block, logs });
  await insertOutflows(tx, facts);
  await bookOutflows(tx);
  for (const log of logs) if (isMarketEvent(log)) await applyMarketEvent(tx, log);
  if (step.balance !== null) await reconcile(tx, { at: block.number, balance: step.balance });
  await moveCursor(tx, block, step.balance);
  return alertOf(facts, unknown);
}

type PlacedLog = BlockFacts['placed'][number];

async function lockMarkets(tx: Tx, { placed, markets }: BlockFacts): Promise<void> {
  const ids = [...placed, ...markets].map(({ args }) => idOfChainId(args.marketId));
  if (ids.length === 0) return;
  const list = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  await tx.execute(sql`
    select g.id from games g where g.id in (select m.game_id from markets m where m.id in ${list})
    order by g.id for update`);
  await tx.execute(sql`select m.id from markets m where m.id in ${list} order by m.id for update`);
}

/** Tells the bets that wait for this from those that nobody here has accepted, to the last detail. */
async function sortPlaced(
  tx: Tx,
  { placed }: BlockFacts,
): Promise<{ accepted: PlacedOnChain[]; unknown: PlacedLog[] }> {
  if (placed.length === 0) return { accepted: [], unknown: [] };
  const ids = placed.map(({ args }) => idOfChainId(args.betId));
  const pending = await rows<{
    id: string;
    market_id: string;
    outcome: number;
    stake: string;
    payout: string;
    bettor: string;
  }>(
    tx,
    sql`
      select l.id, l.market_id, o.position as outcome, l.stake::text, l.payout::text,
        encode(u.address_bytes, 'hex') as bettor
      from live_bets l join outcomes o on o.id = l.outcome_id join users u on u.id = l.user_id
      where l.state = 'pending' and l.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  );
  const byId = new Map(pending.map((bet) => [bet.id, bet]));
  const accepted: PlacedOnChain[] = [];
  const unknown: PlacedLog[] = [];
  for (const log of placed) {
    const { args } = log;
    const bet = byId.get(idOfChainId(args.betId) ?? '');
    const isIt =
      bet !== undefined &&
      bet.market_id === idOfChainId(args.marketId) &&
      bet.outcome === args.outcome &&
      bet.stake === String(args.stake) &&
      bet.payout === String(args.payout) &&
      `0x${bet.bettor}` === args.bettor;
    if (!isIt) {
      unknown.push(log);
      continue;
    }
    const { id: betId } = bet;
    const [stake, payout] = [microUsdc(args.stake), microUsdc(args.payout)];
    accepted.push({ betId, stake, payout, txHash: log.txHash, block: log.block });
  }
  return { accepted, unknown };
}

/** The stake of a bet that nobody here accepted is held for it, and is nobody's whom the books know. */
function depositEntries(logs: readonly (BlockFacts['deposits'][number] | PlacedLog)[]): KeyedEntry[] {
  return logs.map((each) => {
    const { log, amount } = 'log' in each ? each : { log: each, amount: microUsdc(each.args.stake) };
    return { key: `house-deposit:${log.block}:${log.logIndex}`, entry: houseDepositEntry({ amount }) };
  });
}

/** Writes down what left the escrow and whose it was; what no user of ours is behind is the house's. */
async function insertOutflows(tx: Tx, { outflows }: BlockFacts): Promise<void> {
  if (outflows.length === 0) return;
  const given = outflows.map(({ log, amount }) => ({
    block: log.block.toString(),
    log_index: log.logIndex,
    bet_id: log.name === 'BetPaid' ? idOfChainId(log.args.betId) : null,
    bettor: log.name === 'SetAsideClaimed' ? log.args.bettor.slice(2) : null,
    amount: amount.toString(),
  }));
  await tx.execute(sql`
    insert into chain_outflows (block_number, log_index, user_id, bet_id, amount)
    select g.block, g.log_index, coalesce(l.user_id, u.id), l.id, g.amount
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g(block bigint, log_index int, bet_id text, bettor text, amount bigint)
    left join live_bets l on l.id = g.bet_id and l.state = 'confirmed'
    left join users u on u.family = 'evm' and u.address_bytes = decode(g.bettor, 'hex')`);
}

function alertOf({ outflows }: BlockFacts, unknown: readonly PlacedLog[]): ChainAlert | null {
  const [bet] = unknown;
  if (bet !== undefined) return unknownBet(bet.args.betId, bet.txHash);
  const cashOut = outflows.find(({ log }) => log.name === 'BetCashedOut');
  return cashOut === undefined ? null : unforeseenPayment('a cash-out', cashOut.log.txHash);
}

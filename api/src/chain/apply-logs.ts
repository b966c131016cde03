import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import { houseDepositEntry } from '@tallystone/core/ledger/house-deposit-entry';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { confirmLiveBets, type PlacedOnChain } from '../betting/confirm-live-bets.ts';
import { isOfValue } from '../db/database-fault.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { causesOf } from '../db/sql-state.ts';
import { transaction } from '../db/transaction.ts';
import { type KeyedEntry, recordEntries } from '../ledger/record-entries.ts';
import { applyMarketEvent, isMarketEvent } from './apply-market-event.ts';
import { type BlockFacts, type Deposit, factsOf, type Outflow, type PlacedLog } from './block-facts.ts';
import { type ChainAlert, unapplied, unforeseenPayment, unknownBet } from './chain-alert.ts';
import { lockCursor, readReplacedBy, recordAlert } from './cursor-store.ts';
import type { ChainLog } from './escrow-chain.ts';
import { reconcileAgain } from './reconcile.ts';
import {
  deleteUnapplied,
  insertUnapplied,
  listUnapplied,
  marketIdOf,
  type UnappliedLog,
  unappliedMarkets,
} from './unapplied-store.ts';

/**
 * Applies the stored events of a block to the books: stakes confirm their bets, deposits and outflows are recorded, and
 * markets take the state that the chain gives them. An event that can't be applied doesn't stop the others: it is kept for
 * later with its amount, and so are all later events of its market, which may depend on it.
 *
 * @returns the alerts that stop betting from now on
 */
export async function applyLogs(
  tx: Tx,
  { logs, facts }: { logs: readonly ChainLog[]; facts: BlockFacts },
): Promise<readonly ChainAlert[]> {
  const waiting = await unappliedMarkets(tx);
  if (!logs.some((log) => waiting.has(marketIdOf(log) ?? ''))) {
    const all = await attempt(tx, (part) => applyTogether(part, { logs, facts }));
    if (all.kind === 'done') return all.result;
  }
  const alerts: ChainAlert[] = [];
  for (const log of logs) alerts.push(...(await applyAlone(tx, { log, facts, waiting })));
  return alerts;
}

async function applyAlone(
  tx: Tx,
  { log, facts, waiting }: { log: ChainLog; facts: BlockFacts; waiting: Set<string> },
): Promise<readonly ChainAlert[]> {
  const only = factsOf(facts, [log]);
  if (!isMarketEvent(log) && amountOf(only) === 0n) return [];
  const kept: UnappliedLog = { log, amount: amountOf(only) };
  if (waiting.has(marketIdOf(log) ?? '')) {
    await insertUnapplied(tx, kept, 'An earlier event of the market could not be applied.');
    return await alertsOfUnapplied(tx, only);
  }
  const one = await attempt(tx, (part) => applyTogether(part, { logs: [log], facts: only }));
  if (one.kind === 'done') return one.result;
  const marketId = await insertUnapplied(tx, kept, one.problem);
  if (marketId !== null) waiting.add(marketId);
  return [unapplied(log.name, log.txHash, marketId), ...(await alertsOfUnapplied(tx, only))];
}

/** The alerts that an event raises although it isn't applied: stolen keys can be used on a waiting market too. */
async function alertsOfUnapplied(tx: Tx, only: BlockFacts): Promise<readonly ChainAlert[]> {
  const { unknown } = await sortPlaced(tx, only);
  return alertsOf(only, unknown);
}

/**
 * Retries events that couldn't be applied, since a newer version of this program may be able to. Each waits for the
 * earlier events of its market. Does nothing while the chain's final blocks are replaced.
 */
export async function applyWaiting(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await lockCursor(tx);
    if ((await readReplacedBy(tx)) !== null) return;
    const stuck = new Set<string>();
    const alerts: ChainAlert[] = [];
    for (const { marketId, ...kept } of await listUnapplied(tx)) {
      if (marketId !== null && stuck.has(marketId)) continue;
      const { log } = kept;
      const tried = await attempt(tx, async (part) => {
        const found = await applyTogether(part, { logs: [log], facts: factsOfKept(kept) });
        await deleteUnapplied(part, kept, marketId);
        await reconcileAgain(part);
        await recordAudit(part, {
          actor: { kind: 'system' },
          action: 'chain.event-applied',
          subject: marketId ?? log.name,
          after: { name: log.name, block: log.block.toString(), logIndex: log.logIndex, txHash: log.txHash },
        });
        return found;
      });
      if (tried.kind === 'done') alerts.push(...tried.result);
      else if (marketId !== null) stuck.add(marketId);
    }
    for (const alert of alerts) await recordAlert(tx, alert);
  });
}

type Attempt<T> = { kind: 'done'; result: T } | { kind: 'failed'; problem: string };

/** Runs work in a savepoint: if it fails because of its data, its changes are undone and the transaction goes on. */
async function attempt<T>(tx: Tx, work: (part: Tx) => Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: 'done', result: await tx.transaction(work) };
  } catch (error) {
    if (!isOfValue(error)) throw error;
    return { kind: 'failed', problem: problemOf(error) };
  }
}

/** The database's own message; the error that wraps it repeats the whole statement. */
function problemOf(error: unknown): string {
  return ([...causesOf(error)].at(-1)?.message ?? String(error)).slice(0, 500);
}

async function applyTogether(
  tx: Tx,
  { logs, facts }: { logs: readonly ChainLog[]; facts: BlockFacts },
): Promise<readonly ChainAlert[]> {
  const { accepted, unknown } = await sortPlaced(tx, facts);
  await confirmLiveBets(tx, { placed: accepted });
  await recordEntries(tx, depositEntries([...facts.deposits, ...unknown]));
  await insertOutflows(tx, facts);
  for (const log of logs) if (isMarketEvent(log)) await applyMarketEvent(tx, log);
  return alertsOf(facts, unknown);
}

// ---- amounts of events

function amountOf({ placed, deposits, outflows }: BlockFacts): UnappliedLog['amount'] {
  const came = [...placed.map(({ args }) => args.stake), ...deposits.map(({ amount }) => amount)];
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  return microUsdc(sum(came) - sum(outflows.map(({ amount }) => amount)));
}

/** The facts of one stored event. Its transfer was explained when its block was read. */
function factsOfKept({ log, amount }: UnappliedLog): BlockFacts {
  const deposits: Deposit[] = log.name === 'Transfer' && amount > 0n ? [{ log, amount }] : [];
  const outflows: Outflow[] = amount < 0n && isOutflowLog(log) ? [{ log, amount: microUsdc(-amount) }] : [];
  return { placed: log.name === 'BetPlaced' ? [log] : [], deposits, outflows, markets: [] };
}

export const isOutflowLog = (log: ChainLog): log is Outflow['log'] =>
  log.name === 'BetPaid' ||
  log.name === 'SetAsideClaimed' ||
  log.name === 'HouseWithdrew' ||
  log.name === 'BetCashedOut';

// ---- writing

/** Separates pending bets, compared in every detail, from bets that the books never accepted. */
async function sortPlaced(
  tx: Tx,
  { placed }: BlockFacts,
): Promise<{ accepted: PlacedOnChain[]; unknown: PlacedLog[] }> {
  if (placed.length === 0) return { accepted: [], unknown: [] };
  const ids = placed.map(({ args }) => idOfChainId(args.betId));
  const pending = await rows(
    tx,
    {
      id: col.text,
      marketId: col.text,
      outcome: col.number,
      stake: col.bigint,
      payout: col.bigint,
      bettor: col.hex,
    },
    sql`
      select l.id, l.market_id, o.position as outcome, l.stake, l.payout,
        u.address_bytes as bettor
      from live_bets l join outcomes o on o.id = l.outcome_id join users u on u.id = l.user_id
      where l.state = 'pending' and l.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  );
  const byId = new Map(pending.map((bet) => [bet.id, bet]));
  const accepted: PlacedOnChain[] = [];
  const unknown: PlacedLog[] = [];
  for (const log of placed) {
    const { args } = log;
    const bet = byId.get(idOfChainId(args.betId) ?? '');
    const isSame =
      bet !== undefined &&
      bet.marketId === idOfChainId(args.marketId) &&
      bet.outcome === args.outcome &&
      bet.stake === args.stake &&
      bet.payout === args.payout &&
      bet.bettor === args.bettor;
    if (!isSame) {
      unknown.push(log);
      continue;
    }
    const [stake, payout] = [microUsdc(args.stake), microUsdc(args.payout)];
    accepted.push({ betId: bet.id, stake, payout, txHash: log.txHash, block: log.block });
  }
  return { accepted, unknown };
}

/** The stake of a bet that the books never accepted belongs to no known user, so it goes to the house's pool. */
function depositEntries(logs: readonly (BlockFacts['deposits'][number] | PlacedLog)[]): KeyedEntry[] {
  return logs.map((each) => {
    const { log, amount } = 'log' in each ? each : { log: each, amount: microUsdc(each.args.stake) };
    return { key: `house-deposit:${log.block}:${log.logIndex}`, entry: houseDepositEntry({ amount }) };
  });
}

/** Records what left the escrow and for whom. An outflow that belongs to none of our users is the house's. */
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
      as g(block bigint, log_index int, bet_id text, bettor text, amount numeric)
    left join live_bets l on l.id = g.bet_id and l.state = 'confirmed'
    left join users u on u.family = 'evm' and u.address_bytes = decode(g.bettor, 'hex') and not u.guest`);
}

function alertsOf({ outflows }: BlockFacts, unknown: readonly PlacedLog[]): readonly ChainAlert[] {
  const cashOuts = outflows.filter(({ log }) => log.name === 'BetCashedOut');
  return [
    ...unknown.map(({ args, txHash }) => unknownBet(args.betId, txHash)),
    ...cashOuts.map(({ log }) => unforeseenPayment('a cash-out', log.txHash)),
  ];
}

import { type AdvanceStep, advanceMarket } from '@tallystone/api/chain/advance-market.ts';
import { broadcastCalls } from '@tallystone/api/chain/broadcast-calls.ts';
import type { ChainKeys } from '@tallystone/api/chain/escrow-chain.ts';
import { followCalls } from '@tallystone/api/chain/follow-calls.ts';
import { listDriven } from '@tallystone/api/chain/open-market-driver.ts';
import { payOnChain } from '@tallystone/api/chain/pay-on-chain.ts';
import type { AcceptedBet } from '@tallystone/api/chain/place-call.ts';
import { signCalls } from '@tallystone/api/chain/sign-calls.ts';
import { listSigners } from '@tallystone/api/chain/signer.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { col, rows } from '@tallystone/api/db/rows.ts';
import { sql } from 'drizzle-orm';
import { aMarket, type TestBettor, type TestMarket, usdc } from '../betting/betting.ts';
import { payAll } from '../betting/settling.ts';
import { anAcceptedBet, follow, placeOnChain, type TestChain } from './follow.ts';

/** The guardians' window on test chains, seconds. */
export const WINDOW_SECONDS = 36_000;
const MOST_ROUNDS = 60;

/** A server that drives markets step by step: what the relayer, the watcher, the driver and the settler do. */
export interface Driving {
  readonly db: Db;
  readonly chain: TestChain;
  readonly keys: ChainKeys;
  readonly hasGuardian?: boolean;
  readonly confirm?: (marketId: string) => Promise<'pay' | 'wait' | 'withdrawn'>;
  /** Stops before the books or the contract pay, for tests of what happens in between. */
  readonly pays?: 'nobody' | 'books' | 'all';
}

/** Continues until nothing moves. @returns the effective steps, in order */
export async function drive(driving: Driving): Promise<AdvanceStep[]> {
  const { db, chain } = driving;
  const steps: AdvanceStep[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const moved = await advanceAll(driving);
    steps.push(...moved);
    const hasPaid = await pay(driving);
    const hasSent = await relay(driving);
    await follow(db, chain.escrowChain);
    if (moved.length === 0 && !hasPaid && !hasSent) return steps;
  }
  throw new Error(`the chain did not come to rest: ${steps.slice(-9).join(', ')}`);
}

/** One round of the driver. @returns the effective steps */
export async function advanceAll({
  db,
  hasGuardian = true,
  confirm = async () => 'pay',
}: Driving): Promise<AdvanceStep[]> {
  const moved: AdvanceStep[] = [];
  for (const marketId of (await listDriven(db)).ids) {
    const given = { marketId, hasGuardian, windowMs: WINDOW_SECONDS * 1000 };
    let step = await advanceMarket(db, { ...given, isConfirmed: false });
    if (step === 'unconfirmed' && (await confirm(marketId)) === 'pay') {
      step = await advanceMarket(db, { ...given, isConfirmed: true });
    }
    if (step === 'queued' || step === 'changed' || step === 'ended') moved.push(step);
  }
  return moved;
}

async function pay({ db, pays = 'all' }: Driving): Promise<boolean> {
  let hasPaid = false;
  if (pays === 'nobody') return false;
  const decided = await rows(
    db,
    { id: col.text },
    sql`select market_id as id from resolutions where ended_at is null order by pays_from, id`,
  );
  for (const { id: marketId } of decided) {
    const steps = await payAll(db, { marketId, outcomeIds: [] });
    if (steps.some((step) => step !== 'busy' && step !== 'differs')) hasPaid = true;
  }
  if (pays === 'books') return hasPaid;
  while (await payOnChain(db)) hasPaid = true;
  return hasPaid;
}

/** Sends queued calls and waits until they are final. @returns whether there were any */
async function relay({ db, chain, keys }: Driving): Promise<boolean> {
  const queued = await rows(
    db,
    sql`select from chain_calls where state in ('queued', 'sent', 'included') limit 1`,
  );
  if (queued.length === 0) return false;
  const { escrowChain } = chain;
  const eachSigner = async (
    look: (at: { signer: ReturnType<typeof listSigners>[number]; fromNonce: number }) => Promise<unknown>,
  ) => {
    for (const signer of listSigners(keys)) {
      await look({ signer, fromNonce: await escrowChain.nonce(signer.address, 'latest') });
    }
  };
  await eachSigner((at) => signCalls({ db, chain: escrowChain, keys }, at));
  await eachSigner((at) => broadcastCalls({ db, chain: escrowChain, keys }, at));
  await chain.finalise();
  await eachSigner((at) => followCalls({ db, chain: escrowChain }, at));
  return true;
}

/** A market that closes later by the chain's clock. */
export async function aLiveMarket(
  db: Db,
  chain: TestChain,
  given: Partial<Parameters<typeof aMarket>[1]> & { opensForSeconds?: number } = {},
): Promise<TestMarket> {
  const { opensForSeconds = 40 * 86_400, ...market } = given;
  const endsAt = new Date(((await chain.now()) + opensForSeconds) * 1000);
  return aMarket(db, { endsAt, lossBudget: usdc(10_000), ...market });
}

export type LiveBettor = TestBettor & { secret: Uint8Array; address: `0x${string}` };

/** Final bets on the chain: each bettor bets on each outcome in turn. */
export async function finalBets(
  { db, chain }: Driving,
  { market, bettors, count }: { market: TestMarket; bettors: readonly LiveBettor[]; count: number },
): Promise<AcceptedBet[]> {
  const bets: AcceptedBet[] = [];
  for (let i = 0; i < count; i++) {
    const bettor = bettors[i % bettors.length];
    if (bettor === undefined) throw new Error('there is no bettor');
    const outcome = Math.floor(i / bettors.length) % market.outcomeIds.length;
    bets.push(await anAcceptedBet(db, chain, { market, bettor, outcome, stake: usdc(1 + i) }));
  }
  await placeOnChain(chain, bets);
  await chain.finalise();
  await follow(db, chain.escrowChain);
  return bets;
}

/** Ends a market's betting, here and on the chain. */
export async function closeEverywhere({ db, chain }: Driving, { marketId }: TestMarket): Promise<void> {
  const [market] = await rows(
    db,
    { close: col.number },
    sql`select extract(epoch from close_at)::int as close from chain_markets where market_id = ${marketId}`,
  );
  await db.execute(sql`update markets set closes_at = clock_timestamp() where id = ${marketId}`);
  await passTime(chain, Math.max((market?.close ?? 0) - (await chain.now()), 0) + 1);
  await follow(db, chain.escrowChain);
}

/** Advances the chain's clock, not the database's. */
export async function passTime(chain: TestChain, seconds: number): Promise<void> {
  await chain.passTime(seconds);
  await chain.finalise();
}

/** Ends the objection window of the proposed results, by both clocks. */
export async function endWindow({ db, chain }: Driving): Promise<void> {
  await passTime(chain, WINDOW_SECONDS + 1);
  await follow(db, chain.escrowChain);
  await db.execute(sql`
    update resolutions set pays_from = clock_timestamp()
    where ended_at is null and approved_at is not null and started_at is null`);
}

/** A market's state here and on the chain. */
export async function standing(db: Db, { marketId }: TestMarket) {
  const [found] = await rows(
    db,
    {
      state: col.text,
      review: col.text.orNull,
      opening: col.bool,
      chain: col.text.orNull,
      result: col.number.orNull,
      calls: col.list(col.text),
      source: col.text.orNull,
    },
    sql`
      select m.state, m.review, m.opening, c.state as chain, c.result, (
          select r.source from resolutions r where r.market_id = m.id order by r.id desc limit 1
        ) as source, (
          select coalesce(json_agg(split_part(a.key, ':', 1) order by a.id), '[]')
          from chain_calls a where a.key like '%' || m.id || '%'
        ) as calls
      from markets m left join chain_markets c on c.market_id = m.id where m.id = ${marketId}`,
  );
  if (found === undefined) throw new Error(`there is no market ${marketId}`);
  return found;
}

/** The state of payouts on the chain, by bet. */
export async function payoutStates(db: Db): Promise<Record<string, string>> {
  const found = await rows(
    db,
    { bet_id: col.text, state: col.text },
    sql`select bet_id, state from chain_payouts`,
  );
  return Object.fromEntries(found.map((row) => [row.bet_id, row.state]));
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres } from '../database.ts';
import { enterLive } from '../enter-live.ts';
import type { LiveBettor, SignedLiveBet } from '../live-bettor.ts';
import { listLiveBets } from '../live-bettor.ts';
import { type LiveServer, startLiveServer } from '../live-server.ts';
import { placeLiveBet } from '../place-live-bet.ts';
import { listPlacedOnChain } from '../placed-on-chain.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { untilNoneIsPending } from '../until-none-is-pending.ts';
import { withLanes } from '../with-lanes.ts';

/**
 * The newest 1 to 32 blocks of the chain are undone again and again while bets and payments of the house come in. Blocks
 * become final after 32, so no undone block was ever final. Anything shown as final must stay; undone
 * bets must be sent again or fail; and books and chain must be equal at every check.
 */
const SEED = 20261123;
const DEEPEST = 32;
/** Two epochs. */
const BLOCKS = { blockTimeSeconds: 0.25, slotsInAnEpoch: DEEPEST / 2 };
const LANES = 4;
const MOST_BETS = 6;
/** In one round out of this many, bets have time to become final, so that later reorgs meet confirmed ones. */
const CALM_EVERY = 4;
const AMOUNT = 1;

interface Storm {
  readonly proof: Proof;
  readonly live: LiveServer;
  readonly reader: Reader;
  readonly random: Random;
  readonly market: WireListedMarket;
  readonly bettors: readonly LiveBettor[];
  readonly accepted: SignedLiveBet[];
  /** Bets that were shown as confirmed at some time. */
  readonly confirmed: Set<string>;
  readonly found: {
    /** Bets that were confirmed before the last reorg. */
    exposed: number;
    /** Stakes that were in an undone block. */
    undone: number;
    /** How many blocks were undone in total. */
    depth: number;
    /** Checks in which books and chain differed. */
    looks: number;
    differing: string[];
    /** Bets that were confirmed and aren't any more. */
    takenBack: string[];
  };
}

await prove('chain-reorgs', async (proof) => {
  const rounds = proof.sample ? 3 : 100;
  const random = seededRandom(SEED);
  const live = await startLiveServer({ blocks: BLOCKS });
  const { port } = live.server;
  const reader = await readPostgres(live.databaseUrl);
  try {
    const market = await live.openMarket({ title: 'Blocks that come and go', closesInSeconds: 7_200 });
    const bettors = await withLanes({ port, count: LANES }, (lanes) =>
      enterLive({ live, lanes, random, count: proof.sample ? 4 : 24 }),
    );
    const storm: Storm = {
      proof,
      live,
      reader,
      random,
      market,
      bettors,
      accepted: [],
      confirmed: new Set(),
      found: { exposed: 0, undone: 0, depth: 0, looks: 0, differing: [], takenBack: [] },
    };
    // Their money on the chain must not be undone with the bets.
    await untilFollowed(storm);
    for (let round = 0; round < rounds; round++) await playRound(storm, round);
    const shown = await withLanes({ port, count: LANES }, (lanes) => untilNoneIsPending({ lanes, bettors }));
    await untilFollowed(storm);
    await look(storm);

    const { accepted, found } = storm;
    const placed = await listPlacedOnChain(live.chain);
    const wrong = accepted.filter(({ id, stake, payout }) => {
      const bet = shown.get(id);
      const there = placed.get(id);
      if (bet?.status === 'confirmed') {
        return there?.stake !== stake || there.payout !== payout || bet.txHash !== there.txHash;
      }
      return bet?.status !== 'failed' || there !== undefined;
    });
    const failed = accepted.filter(({ id }) => shown.get(id)?.status === 'failed');
    const strangers = [...placed.keys()].filter((id) => !accepted.some((bet) => bet.id === id));
    proof.row({
      what: `${rounds} reorgs of 1 to ${DEEPEST} blocks, ${found.depth} blocks and ${found.undone} stakes undone: accepted bets that are neither final on the chain once nor failed and released`,
      bar: '0',
      measured: `${wrong.length} of ${accepted.length} (${failed.length} failed), ${strangers.length} on the chain that were not accepted`,
      ok: wrong.length === 0 && strangers.length === 0 && accepted.length > rounds && found.undone > 0,
    });
    proof.row({
      what: `books compared with the chain at the books' block, ${found.looks} checks`,
      bar: 'equal to the micro-USDC',
      measured: found.differing.length === 0 ? 'the same' : found.differing.slice(0, 3).join('; '),
      ok: found.differing.length === 0 && found.looks > rounds,
    });
    proof.row({
      what: `bets that were shown as confirmed (${storm.confirmed.size}, and ${found.exposed} of them before the last reorg) and were taken back`,
      bar: '0',
      measured: String(found.takenBack.length),
      // A sample is too short for a round without reorgs.
      ok:
        found.takenBack.length === 0 &&
        storm.confirmed.size > 0 &&
        found.exposed >= Math.floor(rounds / CALM_EVERY),
    });
    const broken = await checkBooks(reader);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await reader.close();
    await live.stop();
  }
});

/** Bets and payments of the house, a moment for them to get into blocks, and then some of the blocks are undone. */
async function playRound(storm: Storm, round: number): Promise<void> {
  const { proof, live, random, found } = storm;
  await placeSome(storm);
  if (random.chance(0.3)) {
    const amount = BigInt(random.between(1, 1_000_000));
    await live.chain.mintEach([{ to: live.chain.escrow, amount }]);
  }
  await sleep(random.between(0, 1_500));
  if (round % CALM_EVERY === CALM_EVERY - 1) await becomeFinal(storm);
  found.exposed = storm.confirmed.size;
  // The shallowest and the deepest first, so that a sample has both.
  const depth = [1, DEEPEST][round] ?? random.between(1, DEEPEST);
  // Even if the relayer is slow, one reorg has something to undo.
  if (round === 1) await untilStaked(live, depth);
  const undone = await reorganise(live, depth);
  found.depth += depth;
  found.undone += undone;
  await look(storm);
  proof.say(
    `round ${round + 1}: ${depth} blocks and ${undone} stakes undone, ${storm.confirmed.size} bets confirmed`,
  );
}

/** Until accepted bets have been in blocks and final for a moment, unless something is wrong with them. */
async function becomeFinal(storm: Storm): Promise<void> {
  await sleep(1_500);
  await untilFollowed(storm);
  await look(storm);
}

async function placeSome({ live, random, market, bettors, accepted }: Storm): Promise<void> {
  const count = random.between(1, MOST_BETS);
  const orders = Array.from({ length: count }, () => ({
    bettor: random.pick(bettors),
    outcome: random.between(0, 1),
  }));
  await withLanes({ port: live.server.port, count: LANES }, (lanes) =>
    Promise.all(
      lanes.map(async (lane) => {
        for (let order = orders.pop(); order !== undefined; order = orders.pop()) {
          accepted.push(await placeSurely(lane, { terms: live.terms, market, amount: AMOUNT, ...order }));
        }
      }),
    ),
  );
}

/** While blocks are being undone the server may briefly stop betting. */
async function placeSurely(
  lane: HttpConnection,
  order: Parameters<typeof placeLiveBet>[1],
): Promise<SignedLiveBet> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const answer = await placeLiveBet(lane, order);
    if ('bet' in answer) return answer.bet;
    if (answer.refused !== 'not-ready' || performance.now() > giveUpAt) {
      throw new Error(`a bet was refused: ${answer.refused}: ${answer.error}`);
    }
    await sleep(250);
  }
}

/** Until one of this many newest blocks has a stake: some bets have just been accepted. */
async function untilStaked(live: LiveServer, depth: number): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  while ((await stakesIn(live, depth)) === 0) {
    if (performance.now() > giveUpAt) throw new Error('no accepted bet gets into a block');
    await sleep(100);
  }
}

/** How many stakes the newest blocks contain. */
async function stakesIn({ chain }: LiveServer, depth: number): Promise<number> {
  // Nodes answer this call in this form.
  const newest = Number((await chain.rpc('eth_blockNumber')) as Hex);
  const from = Math.max(Number(chain.escrowBlock) + 1, newest - depth + 1);
  return (await listPlacedOnChain(chain, { from: BigInt(from), to: 'latest' })).size;
}

/** Replaces the newest blocks by as many empty ones. @returns how many stakes they had */
async function reorganise(live: LiveServer, depth: number): Promise<number> {
  const { chain } = live;
  const stakes = await stakesIn(live, depth);
  await chain.rpc('anvil_reorg', [depth, []]);
  // The reorg set the chain's clock back too.
  await chain.rpc('evm_setTime', [Math.floor(Date.now() / 1000)]);
  return stakes;
}

/** Compares the books with the token at the books' block, and what is shown with what was shown. */
async function look({ live, reader, bettors, confirmed, found }: Storm): Promise<void> {
  const [state] = await reader.rows(`
    select c.block_number, -a.balance - coalesce((
      select sum(o.amount) from chain_outflows o where o.entry_id is null), 0) as held
    from chain_cursor c cross join accounts a where a.kind = 'outside'`);
  const held = await usdcAt(live, BigInt(state?.block_number ?? 0));
  found.looks += 1;
  if (String(held) !== state?.held) {
    found.differing.push(`block ${state?.block_number}: ${held} on the chain, ${state?.held} in the books`);
  }
  await withLanes({ port: live.server.port, count: 1 }, async ([lane]) => {
    if (lane === undefined) throw new Error('there is no connection');
    for (const bettor of bettors) {
      for (const bet of await listLiveBets(lane, bettor)) {
        if (bet.status === 'confirmed') confirmed.add(bet.id);
        else if (confirmed.has(bet.id)) found.takenBack.push(bet.id);
      }
    }
  });
}

/** The escrow's USDC after a block. */
async function usdcAt({ chain }: LiveServer, block: bigint): Promise<bigint> {
  const balanceOf = `0x70a08231${chain.escrow.slice(2).padStart(64, '0')}`;
  // Nodes answer this call in this form.
  const answer = await chain.rpc('eth_call', [
    { to: chain.usdc, data: balanceOf },
    `0x${block.toString(16)}`,
  ]);
  return BigInt(answer as Hex);
}

/** Until everything in blocks now is final and in the books. */
async function untilFollowed({ live, reader }: Storm): Promise<void> {
  const newest = Number((await live.chain.rpc('eth_blockNumber')) as Hex);
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const [state] = await reader.rows('select block_number from chain_cursor');
    if (Number(state?.block_number) >= newest) return;
    if (performance.now() > giveUpAt) throw new Error('the books do not follow the chain any more');
    await sleep(500);
  }
}

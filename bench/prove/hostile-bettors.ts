import { setTimeout as sleep } from 'node:timers/promises';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres } from '../database.ts';
import { enterLive } from '../enter-live.ts';
import { HOSTILE_ACTS, type HostileAct } from '../hostile-acts.ts';
import { askLiveQuote, type LiveBettor, type SignedLiveBet } from '../live-bettor.ts';
import { type LiveServer, startLiveServer } from '../live-server.ts';
import { type LiveAnswer, placeLiveBet } from '../place-live-bet.ts';
import { listPlacedOnChain } from '../placed-on-chain.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { untilNoneIsPending } from '../until-none-is-pending.ts';
import { withLane } from '../with-lane.ts';
import { withLanes } from '../with-lanes.ts';

/**
 * Attackers make their bets fail on purpose after acceptance, while others bet honestly. The server may show a bet as
 * confirmed only if it is on the chain, honest bettors must not be affected, and the attackers must gain nothing.
 */
const SEED = 20261123;
/** USDC of the smallest possible market, so that pumping has a large effect. */
const BUDGET = 1_000;
const HONEST = 4;
const LANES = 4;
const HONEST_PAUSE_MS = 2_000;
/** USDC, just below a new bettor's daily cap. */
const PUMP = 90;
const NO = 1;
const YES = 0;
/** Longer than any acceptance is valid. */
const STALL_MS = 55_000;

await prove('hostile-bettors', async (proof) => {
  const each = proof.sample ? 2 : 15;
  const pumpers = proof.sample ? 4 : 20;
  const random = seededRandom(SEED);
  const live = await startLiveServer();
  const { port } = live.server;
  const settled = (bettors: readonly LiveBettor[]) =>
    withLanes({ port, count: LANES }, (lanes) => untilNoneIsPending({ lanes, bettors }));
  const reader = await readPostgres(live.databaseUrl);
  try {
    const lowered = await live.admins[0].call('PUT', '/api/admin/settings', { liquidityBudget: BUDGET });
    if (lowered.status !== 200) throw new Error(`the budget was not set: ${lowered.body}`);
    const market = await live.openMarket({ title: 'A market with enemies', closesInSeconds: 7_200 });
    const pumped = await live.openMarket({ title: 'A market that is pumped', closesInSeconds: 7_200 });
    const enter = (count: number) =>
      withLanes({ port, count: LANES }, (lanes) => enterLive({ live, lanes, random, count }));
    const honest = await enter(HONEST);
    const attackers = await enter(HOSTILE_ACTS.length * each);
    const everybody = [...honest, ...attackers];
    for (const { wallet } of attackers) await live.chain.giveGas(wallet.address);
    const pump = await pumpOneOutcome({ live, market: pumped, enter, count: pumpers });
    proof.say(`${pump.pumps.length} bets pumped one outcome`);

    let isOver = false;
    const honestBets: SignedLiveBet[] = [];
    const betting = Promise.all(
      honest.map((bettor) => betHonestly({ live, market, bettor, isOver: () => isOver, bets: honestBets })),
    );
    // Errors there are reported where they are awaited.
    betting.catch(() => undefined);
    const attacked = await attack({ live, market, attackers, each });
    proof.say(`${attacked.length} bets were attacked`);
    everybody.push(...pump.people);
    await settled([...attackers, ...pump.people]);
    isOver = true;
    await betting;

    let shown = await settled(everybody);
    proof.say('nothing is pending');
    reportActs({ proof, attacked, shown });
    await Promise.all(
      attackers.map(({ key, wallet }) =>
        live.chain.callTokenAs(key, [{ functionName: 'setBlacklisted', args: [wallet.address, false] }]),
      ),
    );
    await reportWaits({ proof, live, market, attacked, shown });

    // With their money back, the attackers could now pay for the failed bets, but those must never be placed.
    await live.chain.mintEach(attackers.map(({ wallet }) => ({ to: wallet.address, amount: 100_000_000n })));
    if (!proof.sample) {
      const late = await stallWithABet({ live, market, bettor: honest[0] });
      shown = await settled(everybody);
      proof.row({
        what: 'a chain without blocks for longer than an acceptance is valid: its bet',
        bar: 'failed, and never placed',
        measured: shown.get(late)?.status ?? 'unknown',
        ok: shown.get(late)?.status === 'failed',
      });
    }
    // Once the relayer has placed this bet on the chain, it has had a chance to place all bets before it.
    const [last] = honest;
    if (last === undefined) throw new Error('there is no bettor');
    honestBets.push(await acceptedBet(live, { bettor: last, market, outcome: YES, amount: 1 }));
    shown = await settled(everybody);

    const placed = await listPlacedOnChain(live.chain);
    const confirmed = [...shown.values()].filter(({ status }) => status === 'confirmed');
    const false_ = confirmed.filter(({ id, txHash }) => placed.get(id)?.txHash !== txHash);
    const hidden = [...placed.keys()].filter((id) => shown.get(id)?.status !== 'confirmed');
    proof.row({
      what: `bets shown as confirmed that are not on the chain, of ${confirmed.length}; bets on the chain that are shown differently`,
      bar: '0; 0',
      measured: `${false_.length}; ${hidden.length}`,
      ok: false_.length === 0 && hidden.length === 0 && confirmed.length > 0,
    });
    const lost = honestBets.filter(({ id }) => !placed.has(id));
    proof.row({
      what: `${honestBets.length} bets of others on the same market at the same time: confirmed, and the longest wait`,
      bar: 'all',
      measured: `${honestBets.length - lost.length}; ${await slowest(reader, honestBets)} s`,
      ok: lost.length === 0 && honestBets.length > 0,
    });
    await reportPump({ proof, live, market: pumped, pump, shown });
    await reportBooks({ proof, live, reader });
  } finally {
    await reader.close();
    await live.stop();
  }
});

interface AttackedBet {
  readonly act: HostileAct;
  readonly bet: SignedLiveBet;
}

/**
 * Each attacker gets two bets accepted and then makes one move against both at once. The first attacker of each kind moves
 * while no blocks are mined, so that the move precedes the bets; the others race the relayer, all at the same time.
 */
async function attack({
  live,
  market,
  attackers,
  each,
}: {
  live: LiveServer;
  market: WireListedMarket;
  attackers: readonly LiveBettor[];
  each: number;
}): Promise<AttackedBet[]> {
  const enemies = attackers.map((bettor, i) => {
    const act = HOSTILE_ACTS[Math.floor(i / each)];
    if (act === undefined) throw new Error('there is something to do');
    return { bettor, act, isFirst: i % each === 0 };
  });
  const attackWith = async ({ bettor, act }: (typeof enemies)[number]) => {
    const bets = [
      await acceptedBet(live, { bettor, market, outcome: YES, amount: 5 }),
      await acceptedBet(live, { bettor, market, outcome: NO, amount: 5 }),
    ];
    await live.chain.callTokenAs(bettor.key, await act.calls({ ...live, bettor, bets }));
    return bets.map((bet) => ({ act, bet }));
  };
  const first = enemies.filter(({ isFirst }) => isFirst);
  await live.chain.rpc('evm_setIntervalMining', [0]);
  const winning = Promise.all(first.map(attackWith));
  await Promise.race([untilSent(live, first), winning]);
  await live.chain.rpc('evm_setIntervalMining', [1]);
  const racing = Promise.all(enemies.filter(({ isFirst }) => !isFirst).map(attackWith));
  return [...(await winning), ...(await racing)].flat();
}

/** Places honest bets, one after the other until the end. */
async function betHonestly({
  live,
  market,
  bettor,
  isOver,
  bets,
}: {
  live: LiveServer;
  market: WireListedMarket;
  bettor: LiveBettor;
  isOver: () => boolean;
  bets: SignedLiveBet[];
}): Promise<void> {
  for (let i = 0; !isOver(); i++) {
    bets.push(await acceptedBet(live, { bettor, market, outcome: i % 2, amount: 1 }));
    await sleep(HONEST_PAUSE_MS);
  }
}

interface Pump {
  readonly people: readonly LiveBettor[];
  readonly pumps: readonly SignedLiveBet[];
  /** Odds of the other outcome, which the buyers bet on, before and during the pumping. */
  readonly oddsBefore: number;
  readonly oddsUnder: number;
}

/**
 * Pumpers bet on one outcome, buyers bet on the other while those bets are pending, and then the pumpers withdraw their
 * money before their bets are placed. No block is mined until then, so that all bets are pending at once.
 */
async function pumpOneOutcome({
  live,
  market,
  enter,
  count,
}: {
  live: LiveServer;
  market: WireListedMarket;
  enter: (count: number) => Promise<LiveBettor[]>;
  count: number;
}): Promise<Pump> {
  const pumpers = await enter(count);
  const buyers = await enter(count);
  for (const { wallet } of pumpers) await live.chain.giveGas(wallet.address);
  const [moves] = HOSTILE_ACTS;
  const [buyer] = buyers;
  if (moves === undefined || buyer === undefined) throw new Error('there are buyers, and pumpers who move');
  const oddsNow = async () => {
    const outcomeId = market.outcomes[NO]?.id ?? '';
    const order = { bettor: buyer, marketId: market.id, outcomeId, amount: 1 };
    return (await withLane(live.server.port, (lane) => askLiveQuote(lane, order))).odds;
  };
  const oddsBefore = await oddsNow();
  await live.chain.rpc('evm_setIntervalMining', [0]);
  const placing = pumpers.map(async (bettor) => {
    const answer = await tryBet(live, { bettor, market, outcome: YES, amount: PUMP });
    // The market refuses later pumpers once it could lose its whole budget.
    if ('refused' in answer) return null;
    return { bettor, bet: answer.bet };
  });
  const accepted = (await Promise.all(placing)).filter((pump) => pump !== null);
  const moving = Promise.all(
    accepted.map(async ({ bettor, bet }) =>
      live.chain.callTokenAs(bettor.key, await moves.calls({ ...live, bettor, bets: [bet] })),
    ),
  );
  const oddsUnder = await oddsNow();
  for (const bettor of buyers) {
    await tryBet(live, { bettor, market, outcome: NO, amount: PUMP });
  }
  await Promise.race([untilSent(live, accepted), moving]);
  await live.chain.rpc('evm_setIntervalMining', [1]);
  await moving;
  return { people: [...pumpers, ...buyers], pumps: accepted.map(({ bet }) => bet), oddsBefore, oddsUnder };
}

/** Resolves once each person has a transaction that waits for a block. The wallets are new and have sent none before. */
async function untilSent({ chain }: LiveServer, people: readonly { bettor: LiveBettor }[]): Promise<void> {
  for (const { bettor } of people) {
    while (Number(await chain.rpc('eth_getTransactionCount', [bettor.wallet.address, 'pending'])) === 0) {
      await sleep(100);
    }
  }
}

interface BetOrder {
  readonly bettor: LiveBettor;
  readonly market: WireListedMarket;
  readonly outcome: number;
  /** USDC. */
  readonly amount: number;
}

function tryBet({ server, terms }: LiveServer, order: BetOrder): Promise<LiveAnswer> {
  return withLane(server.port, (lane) => placeLiveBet(lane, { terms, ...order }));
}

async function acceptedBet(live: LiveServer, order: BetOrder): Promise<SignedLiveBet> {
  const answer = await tryBet(live, order);
  if ('refused' in answer) throw new Error(`a bet was refused: ${answer.refused}: ${answer.error}`);
  return answer.bet;
}

function reportActs({
  proof,
  attacked,
  shown,
}: {
  proof: Proof;
  attacked: readonly AttackedBet[];
  shown: ReadonlyMap<string, WireBet>;
}): void {
  for (const act of HOSTILE_ACTS) {
    const own = attacked.filter((each) => each.act === act).map(({ bet }) => shown.get(bet.id));
    const failed = own.filter((bet) => bet?.status === 'failed').length;
    const confirmed = own.filter((bet) => bet?.status === 'confirmed').length;
    proof.row({
      what: `${own.length} bets of bettors, each of whom ${act.name}`,
      bar: 'failed if that came first, otherwise confirmed',
      measured: `${failed} failed, ${confirmed} confirmed`,
      ok: failed > 0 && failed + confirmed === own.length,
    });
  }
}

/** A bettor who caused two bets to fail waits before the next. */
async function reportWaits({
  proof,
  live,
  market,
  attacked,
  shown,
}: {
  proof: Proof;
  live: LiveServer;
  market: WireListedMarket;
  attacked: readonly AttackedBet[];
  shown: ReadonlyMap<string, WireBet>;
}): Promise<void> {
  const failures = new Map<LiveBettor, number>();
  for (const { bet } of attacked) {
    const isFailed = shown.get(bet.id)?.status === 'failed';
    failures.set(bet.bettor, (failures.get(bet.bettor) ?? 0) + Number(isFailed));
  }
  const twice = [...failures].filter(([, count]) => count === 2).map(([bettor]) => bettor);
  await live.chain.mintEach(twice.map(({ wallet }) => ({ to: wallet.address, amount: 100_000_000n })));
  const answers = new Map<string, number>();
  for (const bettor of twice) {
    const answer = await tryBet(live, { bettor, market, outcome: YES, amount: 1 });
    const code = 'refused' in answer ? answer.refused : 'accepted';
    answers.set(code, (answers.get(code) ?? 0) + 1);
  }
  proof.row({
    what: `${twice.length} bettors with two such failures, who have money again: their next bet`,
    bar: 'must wait (live-wait)',
    measured: [...answers].map(([code, count]) => `${count} ${code}`).join(', '),
    ok: twice.length > 0 && answers.get('live-wait') === twice.length,
  });
}

/** Places a bet and mines no blocks for a while. @returns the bet's id */
async function stallWithABet({
  live,
  market,
  bettor,
}: {
  live: LiveServer;
  market: WireListedMarket;
  bettor: LiveBettor | undefined;
}): Promise<string> {
  if (bettor === undefined) throw new Error('there is no bettor');
  await live.chain.rpc('evm_setIntervalMining', [0]);
  const bet = await acceptedBet(live, { bettor, market, outcome: YES, amount: 1 });
  await sleep(STALL_MS);
  await live.chain.rpc('evm_setIntervalMining', [1]);
  return bet.id;
}

/** Seconds from acceptance to confirmation, for the bet that waited longest. */
async function slowest(reader: Reader, bets: readonly SignedLiveBet[]): Promise<string> {
  const ids = bets.map(({ id }) => `'${id}'`).join();
  const [row] = await reader.rows(
    `select round(extract(epoch from max(decided_at - placed_at)), 1)::text as seconds from live_bets where id in (${ids})`,
  );
  return row?.seconds ?? 'unknown';
}

/** What the contract would lose for each winning outcome, and what pumping did to the odds of the other one. */
async function reportPump({
  proof,
  live,
  market,
  pump,
  shown,
}: {
  proof: Proof;
  live: LiveServer;
  market: WireListedMarket;
  pump: Pump;
  shown: ReadonlyMap<string, WireBet>;
}): Promise<void> {
  const failed = pump.pumps.filter(({ id }) => shown.get(id)?.status === 'failed').length;
  const pumped = pump.pumps.reduce((sum, { stake }) => sum + stake, 0n) / 1_000_000n;
  proof.row({
    what: `${pump.pumps.length} bets of ${pumped} USDC pump one outcome, ${failed} of them fail: odds of the other one, before and during it`,
    bar: 'not better',
    measured: `${pump.oddsBefore} and ${pump.oddsUnder}`,
    ok: failed === pump.pumps.length && failed > 0 && pump.oddsUnder <= pump.oddsBefore,
  });
  // As core/escrow/escrow-abi.ts defines the contract's struct.
  const state = (await live.chain.readEscrow('market', [chainIdOf(market.id)])) as {
    largestPayout: bigint;
    openStakes: bigint;
    received: bigint;
    maxHouseLoss: bigint;
  };
  const losses = [state.largestPayout - state.received, state.openStakes - state.received];
  const budget = BigInt(BUDGET) * 1_000_000n;
  proof.row({
    what: 'the most that the house then loses, and its loss by a void, according to the contract',
    bar: `within its budget of ${BUDGET} USDC`,
    measured: losses.map((loss) => `${Number(loss) / 1e6} USDC`).join(', '),
    ok: losses.every((loss) => loss <= budget && loss <= state.maxHouseLoss),
  });
}

async function reportBooks({
  proof,
  live,
  reader,
}: {
  proof: Proof;
  live: LiveServer;
  reader: Reader;
}): Promise<void> {
  const broken = await checkBooks(reader);
  const [outside] = await reader.rows(`select (-balance)::text as held from accounts where kind = 'outside'`);
  const held = String(await live.chain.usdcOf(live.chain.escrow));
  proof.row({
    what: "ledger invariants afterwards, by independent SQL; the contract's balance according to the books",
    bar: 'all hold; as the token says',
    measured: `${broken.length === 0 ? 'all hold' : broken.join('; ')}; ${outside?.held} of ${held} micro-USDC`,
    ok: broken.length === 0 && outside?.held === held,
  });
}

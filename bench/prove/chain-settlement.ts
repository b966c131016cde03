import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres } from '../database.ts';
import { decideEnd, object, untilMarket, untilQueue } from '../end-market.ts';
import { enterLive } from '../enter-live.ts';
import type { LiveBettor, SignedLiveBet } from '../live-bettor.ts';
import { type LiveServer, startLiveServer } from '../live-server.ts';
import { listPaidOnChain, type PaidOnChain } from '../paid-on-chain.ts';
import { placeLiveBet } from '../place-live-bet.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { untilNoneIsPending } from '../until-none-is-pending.ts';
import { withLanes } from '../with-lanes.ts';

/**
 * Markets with hundreds of live bets end on the chain: resolved, void, objected to, some with winners whom the token
 * refuses. The proof reads what everyone got from the chain's logs and from the wallets. Then the operator vanishes, with a
 * market that never got a result: 14 days after its close a script gets every stake back, from the chain's data
 * alone, without a server or a database.
 */
const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SEED = 20261124;
const LANES = 8;
const AMOUNT = 2;
/** Micro-USDC that each wallet begins with. */
const FUNDS = 1_000_000_000n;
/** Seconds: long enough that no bet and no guardian of this proof is too late; the clock is moved past them. */
const CLOSES_IN = 3_600;
const WINDOW = 600;
const AGAIN_MS = 500;
const GONE_SECONDS = 14 * 86_400 + 3_600;

const ENDS = ['resolved', 'void', 'objected', 'refused', 'abandoned'] as const;
type End = (typeof ENDS)[number];
const [YES, NO] = [0, 1] as const;

await prove('chain-settlement', async (proof) => {
  const each = proof.sample ? 8 : 200;
  const random = seededRandom(SEED);
  const live = await startLiveServer({ objectionWindow: WINDOW });
  const onLanes = <T>(work: (lanes: readonly HttpConnection[]) => Promise<T>) =>
    withLanes({ port: live.server.port, count: LANES }, work);
  const folder = temporaryFolder('tallystone-proof-');
  const keyFile = join(folder, 'passer-by');
  try {
    const passerBy = live.chain.wallets.find(({ role }) => role === 'guardian');
    if (passerBy === undefined) throw new Error('the chain has no guardian');
    writeFileSync(keyFile, passerBy.key, { mode: 0o600 });
    await live.chain.giveGas(passerBy.address);
    const guardian = await Admin.signIn(live.server, evmWallet(Buffer.from(passerBy.key.slice(2), 'hex')));

    // Load: markets, bettors, bets.
    const bettors = await onLanes((lanes) =>
      enterLive({ live, lanes, random, count: Math.max(8, each / 5) }),
    );
    const markets = new Map<End, WireListedMarket>();
    await Promise.all(
      ENDS.map(async (end) => {
        markets.set(end, await live.openMarket({ title: `Ends ${end}`, closesInSeconds: CLOSES_IN }));
      }),
    );
    const bets = new Map<End, SignedLiveBet[]>();
    for (const [end, market] of markets)
      bets.set(end, await onLanes((lanes) => placeAll({ live, lanes, market, bettors, count: each })));
    const all = [...bets.values()].flat();
    proof.say(`${all.length} bets were accepted on ${markets.size} markets`);
    const shown = await onLanes((lanes) => untilNoneIsPending({ lanes, bettors }));
    const final = all.filter(({ id }) => shown.get(id)?.status === 'confirmed');
    proof.row({
      what: `bets on ${markets.size} markets that are final on the chain before their close`,
      bar: `${ENDS.length * each}`,
      measured: String(final.length),
      ok: final.length === ENDS.length * each,
    });

    // How each of them ends.
    const idOf = (end: End) => markets.get(end)?.id ?? '';
    const outcomeOf = (end: End, place: number) => markets.get(end)?.outcomes[place]?.id ?? '';
    const betsOf = (end: End) => bets.get(end) ?? [];
    const refused = winnersOf(betsOf('refused'), outcomeOf('refused', YES)).filter(
      (_, place) => place % 3 === 0,
    );
    const refusedWallets = [...new Set(refused.map(({ bettor }) => bettor.wallet.address))];
    await live.advance(CLOSES_IN);
    for (const end of ENDS) await untilMarket(live, idOf(end), ({ state }) => state === 'closed');
    // A refused wallet is refused whatever it won.
    await setRefused(live, refusedWallets, true);
    await Promise.all([
      decideEnd(live, { marketId: idOf('resolved'), outcomeId: outcomeOf('resolved', YES) }),
      decideEnd(live, { marketId: idOf('void'), outcomeId: null }),
      (async () => {
        const wrong = await decideEnd(live, {
          marketId: idOf('objected'),
          outcomeId: outcomeOf('objected', YES),
        });
        await object(guardian, wrong);
        await untilMarket(live, idOf('objected'), ({ state }) => state === 'closed');
        await decideEnd(live, { marketId: idOf('objected'), outcomeId: outcomeOf('objected', NO) });
      })(),
      decideEnd(live, { marketId: idOf('refused'), outcomeId: outcomeOf('refused', YES) }),
    ]);
    const endedAt = performance.now();
    for (const end of ['resolved', 'void', 'objected', 'refused'] as const) {
      const market = await untilMarket(live, idOf(end), async ({ state }) => {
        if (state === 'settled' || state === 'void') return true;
        // The window begins with the block that has the result, whenever that comes.
        await live.advance(WINDOW);
        return false;
      });
      proof.say(`${end}: ${market.state}`);
    }
    const queue = await untilQueue(live, ({ payouts }) => payouts?.bets === 0, 'the payment of everyone');
    const paidS = (performance.now() - endedAt) / 1_000;

    // What everyone got, from the chain.
    const paid = await listPaidOnChain(live.chain);
    const owed = new Map<string, bigint>();
    for (const bet of winnersOf(betsOf('resolved'), outcomeOf('resolved', YES))) owed.set(bet.id, bet.payout);
    for (const bet of betsOf('void')) owed.set(bet.id, bet.stake);
    for (const bet of winnersOf(betsOf('objected'), outcomeOf('objected', NO))) owed.set(bet.id, bet.payout);
    for (const bet of winnersOf(betsOf('refused'), outcomeOf('refused', YES))) owed.set(bet.id, bet.payout);
    reportPayments(proof, { owed, paid, all, refusedWallets });
    proof.timing({
      what: 'seconds from the last decision until everyone was paid, with the clocks moved past the windows',
      bar: 'reported',
      measured: paidS.toFixed(0),
      ok: true,
    });
    const keptBack = [...paid.values()].filter(({ kind }) => kind === 'set-aside');
    const kept = keptBack.reduce((sum, { amount }) => sum + amount, 0n);
    const shownKept =
      queue.payouts?.setAside.reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0) ?? 0;
    proof.row({
      what: 'payouts that the token refused: set aside under the bettors’ names, and shown to the admins',
      bar: 'all of them, to the micro-USDC',
      measured: `${keptBack.length} with ${kept} micro-USDC, shown ${shownKept}`,
      ok:
        keptBack.length > 0 && kept === BigInt(shownKept) && kept === (await readUint(live, 'totalSetAside')),
    });

    // Claimed later, by someone else.
    await setRefused(live, refusedWallets, false);
    for (const wallet of refusedWallets)
      await script('claim-set-aside.mjs', [live.chain.rpcUrl, live.chain.escrow, wallet, keyFile]);
    await untilQueue(
      live,
      ({ payouts }) => payouts?.setAside.length === 0,
      'the claim of the set-aside payouts',
    );
    proof.row({
      what: 'of these, claimed later by another account for their owners',
      bar: 'all',
      measured: `${await readUint(live, 'totalSetAside')} micro-USDC left`,
      ok: (await readUint(live, 'totalSetAside')) === 0n,
    });
    const expected = expectedBalances({ bettors, all, owed });
    await reportWallets(proof, { live, bettors, expected, what: 'after all that' });
    await reportBooks(proof, live);

    // The operator vanishes.
    await live.server.kill();
    const abandoned = betsOf('abandoned');
    const early = await script('reclaim-stakes.mjs', reclaimArgs(live, keyFile));
    await live.chain.rpc('evm_increaseTime', [GONE_SECONDS]);
    await live.chain.rpc('evm_mine');
    const printed = await script('reclaim-stakes.mjs', reclaimArgs(live, keyFile));
    proof.say(printed.trim().split('\n').at(-1) ?? '');
    for (const bet of abandoned) {
      const address = bet.bettor.wallet.address;
      expected.set(address, (expected.get(address) ?? 0n) + bet.stake);
    }
    const back = await listPaidOnChain(live.chain);
    const stakesBack = abandoned.filter(
      ({ id, stake }) => back.get(id)?.kind === 'paid' && back.get(id)?.amount === stake,
    );
    proof.row({
      what: 'an operator who never returns: stakes returned by a script, from the chain alone, without a server',
      bar: `all ${abandoned.length}; none before 14 days are over`,
      measured: `${stakesBack.length}; ${countOf(early, 'paid')} before`,
      ok:
        stakesBack.length === abandoned.length &&
        countOf(early, 'paid') === 0 &&
        countOf(printed, 'paid') === abandoned.length,
    });
    await reportWallets(proof, { live, bettors, expected, what: 'once the operator is gone' });
    const reserved = await readUint(live, 'totalReserved');
    proof.row({
      what: 'what the contract still owes anyone then',
      bar: 'nothing',
      measured: `${reserved} micro-USDC reserved`,
      ok: reserved === 0n,
    });
  } finally {
    await live.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Each lane quotes, signs and sends one bet after the other, alternating the outcomes. */
async function placeAll({
  live,
  lanes,
  market,
  bettors,
  count,
}: {
  live: LiveServer;
  lanes: readonly HttpConnection[];
  market: WireListedMarket;
  bettors: readonly LiveBettor[];
  count: number;
}): Promise<SignedLiveBet[]> {
  const placed: SignedLiveBet[] = [];
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let turn = next++; turn < count; turn = next++) {
        const bettor = bettors[turn % bettors.length];
        if (bettor === undefined) throw new Error('there is no bettor');
        const order = {
          terms: live.terms,
          bettor,
          market,
          outcome: turn % 2 === 0 ? YES : NO,
          amount: AMOUNT,
        };
        let answer = await placeLiveBet(lane, order);
        while ('refused' in answer && answer.refused === 'not-ready') {
          await sleep(AGAIN_MS);
          answer = await placeLiveBet(lane, order);
        }
        if ('refused' in answer) throw new Error(`a bet was refused: ${answer.error}`);
        placed.push(answer.bet);
      }
    }),
  );
  return placed;
}

function winnersOf(bets: readonly SignedLiveBet[], outcomeId: string): SignedLiveBet[] {
  return bets.filter((bet) => bet.outcomeId === outcomeId);
}

function reportPayments(
  proof: Proof,
  {
    owed,
    paid,
    all,
    refusedWallets,
  }: {
    owed: ReadonlyMap<string, bigint>;
    paid: ReadonlyMap<string, PaidOnChain>;
    all: readonly SignedLiveBet[];
    refusedWallets: readonly string[];
  },
): void {
  const byId = new Map(all.map((bet) => [bet.id, bet]));
  const right = [...owed].filter(([id, amount]) => {
    const there = paid.get(id);
    return there?.amount === amount && there.bettor === byId.get(id)?.bettor.wallet.address.toLowerCase();
  });
  const unowed = [...paid.keys()].filter((id) => !owed.has(id));
  proof.row({
    what: 'winners of three results and all bettors of a void: the contract paid each what was owed, once',
    bar: `${owed.size}, and no one else`,
    measured: `${right.length}, ${unowed.length} others`,
    ok: right.length === owed.size && unowed.length === 0,
  });
  const refused = new Set(refusedWallets.map((wallet) => wallet.toLowerCase()));
  const heldUp = [...paid.values()].filter(
    ({ kind, bettor }) => kind === 'set-aside' && !refused.has(bettor),
  );
  proof.row({
    what: 'bettors whom the token accepts, delayed by those whom it refuses',
    bar: '0',
    measured: String(heldUp.length),
    ok: heldUp.length === 0,
  });
}

/** What each wallet has when everything that is owed has reached it. */
function expectedBalances({
  bettors,
  all,
  owed,
}: {
  bettors: readonly LiveBettor[];
  all: readonly SignedLiveBet[];
  owed: ReadonlyMap<string, bigint>;
}): Map<string, bigint> {
  const balances = new Map(bettors.map(({ wallet }) => [wallet.address, FUNDS]));
  for (const { id, bettor, stake } of all) {
    const { address } = bettor.wallet;
    balances.set(address, (balances.get(address) ?? 0n) - stake + (owed.get(id) ?? 0n));
  }
  return balances;
}

async function reportWallets(
  proof: Proof,
  given: {
    live: LiveServer;
    bettors: readonly LiveBettor[];
    expected: ReadonlyMap<string, bigint>;
    what: string;
  },
): Promise<void> {
  const { live, bettors, expected, what } = given;
  let right = 0;
  for (const { wallet } of bettors) {
    if ((await live.chain.usdcOf(wallet.address)) === expected.get(wallet.address)) right += 1;
  }
  proof.row({
    what: `wallets with exactly what they should have ${what}`,
    bar: `all ${bettors.length}, to the micro-USDC`,
    measured: String(right),
    ok: right === bettors.length,
  });
}

async function reportBooks(proof: Proof, live: LiveServer): Promise<void> {
  const reader = await readPostgres(live.databaseUrl);
  try {
    const held = await untilBooksAgree(live, reader);
    const broken = await checkBooks(reader);
    const there = await live.chain.usdcOf(live.chain.escrow);
    proof.row({
      what: "ledger invariants afterwards, by independent SQL; the contract's balance according to the books",
      bar: 'all hold; as the token says',
      measured: `${broken.length === 0 ? 'all hold' : broken.join('; ')}; ${held} of ${there} micro-USDC`,
      ok: broken.length === 0 && held === there,
    });
  } finally {
    await reader.close();
  }
}

/** The last blocks are final, and in the books, some seconds after they are made. */
async function untilBooksAgree(
  live: LiveServer,
  reader: Awaited<ReturnType<typeof readPostgres>>,
): Promise<bigint> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const [outside] = await reader.rows(
      `select (-balance)::text as held from accounts where kind = 'outside'`,
    );
    const held = BigInt(outside?.held ?? 0);
    if (held === (await live.chain.usdcOf(live.chain.escrow)) || performance.now() > giveUpAt) return held;
    await sleep(AGAIN_MS);
  }
}

async function setRefused({ chain }: LiveServer, wallets: readonly string[], isOn: boolean): Promise<void> {
  await chain.callTokenAs(
    chain.ownerKey,
    wallets.map((wallet) => ({ functionName: 'setBlacklisted', args: [wallet, isOn] })),
  );
}

async function readUint({ chain }: LiveServer, name: 'totalReserved' | 'totalSetAside'): Promise<bigint> {
  return BigInt(String(await chain.readEscrow(name)));
}

function reclaimArgs({ chain }: LiveServer, keyFile: string): string[] {
  return [chain.rpcUrl, chain.escrow, String(chain.escrowBlock), keyFile];
}

/** A script that a person runs, using only the contract's interface. @returns what it printed */
async function script(name: string, args: readonly string[]): Promise<string> {
  const running = run(process.execPath, [join(ROOT, 'contracts/script', name), ...args], {
    env: {},
  });
  endWithUs(running.child);
  const { stdout } = await running;
  return stdout;
}

/** The number before a word in the last line of a script. */
function countOf(printed: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(printed.trim().split('\n').at(-1) ?? '')?.[1] ?? -1);
}

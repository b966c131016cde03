import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres } from '../database.ts';
import { enterLive } from '../enter-live.ts';
import type { LiveBettor, SignedLiveBet } from '../live-bettor.ts';
import { type LiveServer, startLiveServer } from '../live-server.ts';
import { placeLiveBet } from '../place-live-bet.ts';
import { gasOf, listPlacedOnChain } from '../placed-on-chain.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { untilNoneIsPending } from '../until-none-is-pending.ts';
import { withLanes } from '../with-lanes.ts';

/**
 * Bets with real stakes, placed as an app would, without a browser: each with a quote, two signatures and a wallet
 * that has the money on the chain. All of them must be in final blocks and shown so, and nothing else may be.
 */
const SEED = 20261122;
const AMOUNT = 1;
const BETS_EACH = 10;
const LANES = 8;
/** Above the recorded gas of a bet in a batch of 50 (contracts/snapshots): batches here are smaller, and every market is new. */
const GAS_BAR = 130_000n;

await prove('live-bets', async (proof) => {
  const count = proof.sample ? 100 : 2_000;
  const random = seededRandom(SEED);
  const live = await startLiveServer();
  const onLanes = <T>(work: (lanes: readonly HttpConnection[]) => Promise<T>) =>
    withLanes({ port: live.server.port, count: LANES }, work);
  try {
    const market = await live.openMarket({ title: 'Two thousand bets', closesInSeconds: 3_600 });
    const bettors = await onLanes((lanes) => enterLive({ live, lanes, random, count: count / BETS_EACH }));
    proof.say(`${bettors.length} bettors have signed in`);

    const held = await live.chain.usdcOf(live.chain.escrow);
    const startedAt = performance.now();
    const { accepted, retried, sentAgain } = await onLanes((lanes) =>
      placeAll({ live, lanes, market, bettors, count }),
    );
    const acceptedS = (performance.now() - startedAt) / 1_000;
    proof.say(`${accepted.length} bets were accepted in ${acceptedS.toFixed(1)} s`);
    const shown = await onLanes((lanes) => untilNoneIsPending({ lanes, bettors }));
    const finalS = (performance.now() - startedAt) / 1_000;

    const placed = await listPlacedOnChain(live.chain);
    const wrong = accepted.filter((bet) => {
      const there = placed.get(bet.id);
      return there?.stake !== bet.stake || there.payout !== bet.payout;
    });
    const unshown = accepted.filter(({ id }) => {
      const bet = shown.get(id);
      return bet?.status !== 'confirmed' || bet.txHash !== placed.get(id)?.txHash;
    });
    const moved = (await live.chain.usdcOf(live.chain.escrow)) - held;
    const staked = accepted.reduce((sum, { stake }) => sum + stake, 0n);
    proof.row({
      what: `${count} bets through HTTP, each with two signatures: in final blocks, with the signed stake and payout`,
      bar: `${count}, and no others`,
      measured: `${accepted.length - wrong.length}, ${placed.size} on the chain`,
      ok: accepted.length === count && wrong.length === 0 && placed.size === count,
    });
    proof.row({
      what: 'shown as confirmed, with the hash of the transaction that placed them',
      bar: 'all',
      measured: `${accepted.length - unshown.length} of ${accepted.length}`,
      ok: unshown.length === 0,
    });
    proof.row({
      what: 'USDC that moved from the wallets into the contract',
      bar: 'the stakes, to the micro-USDC',
      measured: `${moved} of ${staked} micro-USDC`,
      ok: moved === staked,
    });
    proof.timing({
      what: 'bets accepted a second, and final a second (blocks of one second, one server)',
      bar: 'reported',
      measured: `${Math.round(accepted.length / acceptedS)} and ${Math.round(accepted.length / finalS)}; ${retried} asked for new odds, ${sentAgain} sent again to a busy server`,
      ok: true,
    });
    const hashes = new Set([...placed.values()].map(({ txHash }) => txHash));
    const gas = (await gasOf(live.chain, hashes)) / BigInt(Math.max(1, placed.size));
    proof.row({
      what: `gas per bet, over ${hashes.size} transactions of ${Math.round(placed.size / hashes.size)} bets each on average`,
      bar: `${GAS_BAR}`,
      measured: String(gas),
      ok: gas <= GAS_BAR,
    });
    const reader = await readPostgres(live.databaseUrl);
    const broken = await checkBooks(reader);
    const [outside] = await reader.rows(
      `select (-balance)::text as held from accounts where kind = 'outside'`,
    );
    await reader.close();
    proof.row({
      what: "ledger invariants afterwards, by independent SQL; the contract's balance according to the books",
      bar: 'all hold; as the token says',
      measured: `${broken.length === 0 ? 'all hold' : broken.join('; ')}; ${outside?.held} of ${held + moved} micro-USDC`,
      ok: broken.length === 0 && outside?.held === String(held + moved),
    });
  } finally {
    await live.stop();
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
}): Promise<{ accepted: SignedLiveBet[]; retried: number; sentAgain: number }> {
  const accepted: SignedLiveBet[] = [];
  let retried = 0;
  let sentAgain = 0;
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let i = next++; i < count; i = next++) {
        const bettor = bettors[i % bettors.length];
        if (bettor === undefined) throw new Error('there is no bettor');
        // Alternates the outcomes, for each bettor too.
        const outcome = (Math.floor(i / bettors.length) + i) % 2;
        const answer = await placeLiveBet(lane, {
          terms: live.terms,
          bettor,
          market,
          outcome,
          amount: AMOUNT,
        });
        if ('refused' in answer) throw new Error(`a bet was refused: ${answer.refused}: ${answer.error}`);
        accepted.push(answer.bet);
        retried += answer.tries - 1;
        sentAgain += answer.sentAgain;
      }
    }),
  );
  return { accepted, retried, sentAgain };
}

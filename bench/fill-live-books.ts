import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from './admin.ts';
import { readJson } from './bettor.ts';
import { readPostgres } from './database.ts';
import type { DatabaseCopies } from './database-copies.ts';
import { decideEnd, object, untilMarket, untilQueue } from './end-market.ts';
import { enterLive } from './enter-live.ts';
import type { FilledBooks } from './fill-books.ts';
import { startLiveServer } from './live-server.ts';
import { placeLiveBet } from './place-live-bet.ts';
import type { Proof } from './proof.ts';
import { seededRandom } from './random.ts';
import { untilNoneIsPending } from './until-none-is-pending.ts';
import { stopSealed } from './until-quiet.ts';
import { withLanes } from './with-lanes.ts';

/** Seconds; the clock is moved past them. */
const CLOSES_IN = 3_600;
const WINDOW = 600;

/**
 * Fills books with a real server in live mode: bets on a chain, a result with an objection, one that is paid, and a change
 * that waits for a second admin. Stops the server once everything is sealed; the chain is then gone.
 */
export async function fillLiveBooks(
  proof: Proof,
  copies: DatabaseCopies,
  { seed }: { seed: number },
): Promise<FilledBooks> {
  const random = seededRandom(seed);
  const live = await startLiveServer({ objectionWindow: WINDOW, databaseUrl: await copies.create() });
  const reader = await readPostgres(live.databaseUrl);
  try {
    const key = live.chain.wallets.find(({ role }) => role === 'guardian')?.key ?? '';
    const guardian = await Admin.signIn(live.server, evmWallet(Buffer.from(key.slice(2), 'hex')));
    const [won, open] = [
      await live.openMarket({ title: 'Is won', closesInSeconds: CLOSES_IN }),
      await live.openMarket({ title: 'Goes on', closesInSeconds: 90 * CLOSES_IN }),
    ];
    await withLanes({ port: live.server.port, count: 1 }, async (lanes) => {
      const [lane] = lanes;
      if (lane === undefined) throw new Error('there is no connection');
      const bettors = await enterLive({ live, lanes, random, count: 2 });
      for (const market of [won, open]) {
        for (const [place, bettor] of bettors.entries()) {
          const answer = await placeLiveBet(lane, {
            terms: live.terms,
            bettor,
            market,
            outcome: place,
            amount: 5,
          });
          if ('refused' in answer) throw new Error(`a bet was refused: ${answer.error}`);
        }
      }
      await untilNoneIsPending({ lanes, bettors });
    });
    // Only a raise waits for approval.
    const raised = await live.admins[0].call('PUT', '/api/admin/settings', { liquidityBudget: 20_000 });
    if (readJson<{ waits?: object }>(raised).waits === undefined) throw new Error('the change did not wait');
    await live.advance(CLOSES_IN);
    await untilMarket(live, won.id, ({ state }) => state === 'closed');
    const [first, second] = won.outcomes.map(({ id }) => id);
    await object(guardian, await decideEnd(live, { marketId: won.id, outcomeId: second ?? null }));
    await untilMarket(live, won.id, ({ state }) => state === 'closed');
    await decideEnd(live, { marketId: won.id, outcomeId: first ?? null });
    await untilMarket(live, won.id, async ({ state }) => {
      if (state === 'settled') return true;
      await live.advance(WINDOW);
      return false;
    });
    await untilQueue(live, ({ payouts }) => payouts?.bets === 0, 'the payment of the winners');
    await stopSealed(proof, live.server, reader);
    // The process that moves the clock is still connected, and a database in use can't be copied.
    await reader.rows(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    return { url: live.databaseUrl, server: live.server, forged: [], close: () => live.stop() };
  } finally {
    await reader.close();
  }
}

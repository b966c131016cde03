import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { askQuote, type Bettor, listSteadyMarkets, readPlacedBet, signBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { sendUntilAnswered } from '../send-surely.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * The same question as stale-quotes, tested on the running server in real time: 100 bettors get a quote, think
 * for 0 to 6 s, sign and send, all on one market.
 */

const SEED = 20261121;
const BETTORS = 100;
const LONGEST_DELAY_MS = 6_000;
/** Normal refusals: prices moved, or the bettor has used up the day's cap or the funds. */
const EXPECTED = new Set(['odds-changed', 'cap-reached', 'insufficient-funds', 'stake-too-large']);

await prove('stale-quotes-live', async (proof) => {
  const lastsMs = proof.sample ? 9_000 : 90_000;
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url });
  try {
    const random = seededRandom(SEED);
    const first = new HttpConnection(server.port);
    const bettors: Bettor[] = [];
    for (let i = 0; i < BETTORS; i++) bettors.push(await signInBettor(first, random));
    const markets = (await listSteadyMarkets(first)).filter(
      ({ endsAt }) => Date.parse(endsAt) > Date.now() + 3_600_000,
    );
    const market = random.pick(markets);
    first.close();

    const answers = new Map<string, number>();
    const endsAt = performance.now() + lastsMs;
    await Promise.all(
      bettors.map(async (bettor) => {
        // Not in step: they start over the first seconds.
        await sleep(random.unit() * LONGEST_DELAY_MS);
        const connection = new HttpConnection(server.port);
        while (performance.now() < endsAt) {
          const outcomeId = random.pick(market.outcomes).id;
          const amount = Math.max(1, Math.round(800 * Math.exp(random.normal()))) / 100;
          const quote = await askQuote(connection, { bettor, marketId: market.id, outcomeId, amount });
          const { odds, quoteId = null } = quote;
          const bet = signBet({
            bettor,
            marketId: market.id,
            outcomeId,
            amount,
            odds,
            quoteId,
            key: randomUUID(),
          });
          await sleep(random.unit() * LONGEST_DELAY_MS);
          const placed = readPlacedBet(await sendUntilAnswered(connection, bet.request));
          const name = 'bet' in placed ? 'accepted' : placed.refusal.code;
          if (name !== 'accepted' && !EXPECTED.has(name)) throw new Error(`a bet was refused as ${name}`);
          answers.set(name, (answers.get(name) ?? 0) + 1);
        }
        connection.close();
      }),
    );

    const reader = await readPostgres(database.url);
    const [row] = await reader.rows(`
      select m.loss_budget::text as budget, count(*)::text as outcomes,
        greatest(0, max(o.open_returns) - m.received)::text as loss
      from markets m join outcomes o on o.market_id = m.id where m.id = '${market.id}'
      group by m.id, m.loss_budget, m.received`);
    const broken = await checkBooks(reader);
    await reader.close();
    const [budget, loss] = [Number(row?.budget), Number(row?.loss)];
    const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
    const changed = answers.get('odds-changed') ?? 0;
    proof.row({
      what: `${BETTORS} bettors in real time on one market of ${row?.outcomes} outcomes, ${sent} bets at ${Math.round(sent / (lastsMs / 1_000))}/s: house loss on the worst outcome`,
      bar: 'within the loss budget',
      measured: `${(loss / 1e6).toFixed(2)} of ${budget / 1e6} USDC`,
      ok: loss <= budget && (answers.get('accepted') ?? 0) > 0,
    });
    proof.timing({
      what: 'refused as odds-changed',
      bar: 'reported',
      measured: `${((100 * changed) / sent).toFixed(1)}% (${[...answers].map(([name, count]) => `${count} ${name}`).join(', ')})`,
      ok: true,
    });
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await server.remove();
    await database.stop();
  }
});

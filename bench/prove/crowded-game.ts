import { randomUUID } from 'node:crypto';
import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import type { WireCashOutQuote } from '@tallystone/core/http-api/betting';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { askQuote, type Bettor, listMarkets, listSteadyMarkets, readJson, signBet } from '../bettor.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { fillGame } from '../fill-game.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { sendUntilAnswered } from '../send-surely.ts';
import { shareOf } from '../share-of.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * Cash-outs in a game with a million open bets over a week, whose start may turn out to be any of its minutes, against those in a
 * game with a few hundred, in turns. And bets on another market while such cash-outs go on, against bets alone.
 */

const SEED = 20261129;
/** Every start is computed from the sums of ten thousand minutes in place of a few hundred. */
const MOST_OF_SMALL = 10;
const MOST_OF_BETS = 2;

interface Game {
  readonly marketId: string;
  readonly betIds: string[];
  readonly ms: number[];
}

await prove('crowded-game', async (proof) => {
  const [crowd, sales, bets] = proof.sample ? [20_000, 20, 20] : [1_000_000, 200, 200];
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url, settings: database.settings });
  const reader = await readPostgres(database.ownerUrl);
  let connection = new HttpConnection(server.port);
  let other: HttpConnection | null = null;
  try {
    const random = seededRandom(SEED);
    const seller = await signInBettor(connection, random);
    const bettor = await signInBettor(connection, random);
    const [user] = await reader.rows(`select id from users where address = '${seller.wallet.address}'`);
    const games: Game[] = [];
    for (const count of [crowd, 2 * sales]) {
      const marketId = await aMarketAhead(connection, games);
      await bet(connection, { bettor: seller, marketId });
      const own = { userId: String(user?.id), bets: 2 * sales };
      const betIds = await fillGame(reader, { markets: [{ marketId, bets: count }], own });
      proof.say(`${count} open bets are on a game`);
      // The server has closed a connection that was idle meanwhile.
      connection.close();
      connection = new HttpConnection(server.port);
      games.push({ marketId, betIds, ms: [] });
    }
    const [crowded, small] = games as [Game, Game];
    for (let sale = 0; sale < sales; sale++)
      for (const game of sale % 2 === 0 ? [crowded, small] : [small, crowded])
        game.ms.push(await sell(connection, seller, game));
    proof.row({
      what: `cash-outs in a game with ${crowd} open bets, and in one with ${2 * sales}`,
      bar: 'all paid',
      measured: `${crowded.ms.length} and ${small.ms.length}`,
      ok: crowded.ms.length === sales && small.ms.length === sales,
    });
    proof.timing(
      ratioRow({
        what: '95% of those in the large game',
        ms: shareOf(crowded.ms, 0.95),
        against: 'those in the small one',
        baseMs: shareOf(small.ms, 0.95),
        most: MOST_OF_SMALL,
        more: `, half of them within ${shareOf(crowded.ms, 0.5).toFixed(1)} and ${shareOf(small.ms, 0.5).toFixed(1)} ms`,
      }),
    );
    other = new HttpConnection(server.port);
    await compareBets(proof, { connection, other, seller, bettor, crowded, bets });
  } finally {
    connection.close();
    other?.close();
    await reader.close();
    await server.remove();
    await database.stop();
  }
});

/** The market of a game that begins in an hour or later and isn't taken. */
async function aMarketAhead(connection: HttpConnection, taken: readonly Game[]): Promise<string> {
  const later = Date.now() + 3_600_000;
  const found = (await listMarkets(connection)).find(
    ({ id, source, state, endsAt }) =>
      source === 'azuro' &&
      state === 'open' &&
      Date.parse(endsAt) > later &&
      taken.every(({ marketId }) => marketId !== id),
  );
  if (found === undefined) throw new Error('no game begins in an hour or later');
  return found.id;
}

async function bet(
  connection: HttpConnection,
  { bettor, marketId }: { bettor: Bettor; marketId: string },
): Promise<number> {
  const market = (await listMarkets(connection)).find(({ id }) => id === marketId);
  const outcomeId = market?.outcomes[0]?.id ?? '';
  const order = { bettor, marketId, outcomeId, amount: 1 };
  const { odds, minOdds = odds, quoteId = null } = await askQuote(connection, order);
  // The feed may lower the odds between quote and bet.
  const signed = signBet({ ...order, odds: minOdds, quoteId, key: randomUUID() });
  const from = performance.now();
  readJson(await sendUntilAnswered(connection, signed.request));
  return performance.now() - from;
}

/** Cashes the next bet out as the page does: a quote, then the signed amount. @returns how long the second took, ms */
async function sell(connection: HttpConnection, { wallet, token }: Bettor, game: Game): Promise<number> {
  const betId = game.betIds.shift();
  if (betId === undefined) throw new Error('the seller has no bets left');
  const path = `/api/bets/${betId}/cash-out`;
  const quote = readJson<WireCashOutQuote>(await sendUntilAnswered(connection, httpRequest({ path, token })));
  if (quote.amount === null) throw new Error(`no cash-out: ${quote.reason}`);
  // The odds may move between the two.
  const amount = Math.floor(90 * quote.amount) / 100;
  const json = { amount, signature: wallet.sign(cashOutMessage({ betId, amount: String(amount) })) };
  const request = httpRequest({ method: 'POST', path, token, json });
  const from = performance.now();
  readJson(await sendUntilAnswered(connection, request));
  return performance.now() - from;
}

/** Bets on a market of our own, in turns alone and while one cash-out after another goes on in the large game. */
async function compareBets(
  proof: Proof,
  given: {
    connection: HttpConnection;
    other: HttpConnection;
    seller: Bettor;
    bettor: Bettor;
    crowded: Game;
    bets: number;
  },
): Promise<void> {
  const { connection, other, seller, bettor, crowded, bets } = given;
  const [market] = await listSteadyMarkets(connection);
  if (market === undefined) throw new Error('there is no market of our own');
  const alone: number[] = [];
  const beside: number[] = [];
  const turns = 4;
  for (let turn = 0; turn < turns; turn++) {
    const isBeside = turn % 2 === 1;
    let isOver = false;
    const selling = (async () => {
      while (isBeside && !isOver && crowded.betIds.length > 0) await sell(other, seller, crowded);
    })();
    // It may break while a bet is awaited; it is awaited itself below.
    selling.catch(() => undefined);
    for (let each = 0; each < bets / turns; each++)
      (isBeside ? beside : alone).push(await bet(connection, { bettor, marketId: market.id }));
    isOver = true;
    await selling;
  }
  proof.row({
    what: 'bets on another market, alone and while cash-outs go on in the large game',
    bar: 'all placed',
    measured: `${alone.length} and ${beside.length}`,
    ok: alone.length + beside.length === bets,
  });
  proof.timing(
    ratioRow({
      what: 'half of the bets beside cash-outs',
      ms: shareOf(beside, 0.5),
      against: 'that alone',
      baseMs: shareOf(alone, 0.5),
      most: MOST_OF_BETS,
    }),
  );
}

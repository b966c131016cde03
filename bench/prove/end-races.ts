import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import type { WireCashOutQuote } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { runTool, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { askQuote, type Bettor, readJson, readPlacedBet, signBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type AcknowledgedBet, microOf, openHouseMarket } from '../house-market.ts';
import { judgeMarket } from '../market-facts.ts';
import { inLockstep } from '../model/lockstep-clock.ts';
import { openProgress } from '../progress.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { sendAtOnce } from '../send-at-once.ts';
import { sendSurely } from '../send-surely.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * People end the same markets in different ways at the same time, on two servers. First, 100 admins resolve a market, half
 * of them for one outcome and half for the other. Then one admin closes a market, one resolves it and one voids it, while
 * bettors cash out each of their bets twice and place new ones. Whichever request wins, the books must contain exactly what
 * the servers acknowledged, and each bet must end once.
 */

const SEED = 20261121;
const ADMINS = 100;
const BETTORS = 8;
/** Markets whose bets become old enough to be sold at the same time. */
const BATCH = 10;
const PAID_WITHIN_MS = 300_000;
/** The actors of a race start within this time. */
const SPREAD_MS = 60;

interface AdminRace {
  answers: Record<string, number>;
  problems: string[];
}

interface MarketRace {
  state: string;
  /** Counts of cash-outs and bets: paid or accepted, and refused because the market no longer takes any. */
  sold: number;
  unsold: number;
  placed: number;
  refused: number;
  /** Whether a void replaced a result. */
  replaced: boolean;
  problems: string[];
}

interface House {
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly reader: Reader;
  /** Signed in at the two servers in turn. */
  readonly admins: readonly Admin[];
  readonly advance: (ms: number) => Promise<void>;
}

/** A market, its bettors and their bets. */
interface RacedMarket {
  readonly market: WireListedMarket;
  readonly bettors: readonly Bettor[];
  readonly bets: AcknowledgedBet[];
}

await prove('end-races', async (proof) => {
  const wanted = proof.sample ? { admins: 2, markets: 10 } : { admins: 20, markets: 200 };
  const byAdmins = openProgress<AdminRace>('end-races-of-admins', !proof.sample);
  const ofMarkets = openProgress<MarketRace>('end-races', !proof.sample);
  await withHouse(async (house) => {
    while (byAdmins.rounds.length < wanted.admins) {
      const random = seededRandom(SEED + byAdmins.rounds.length);
      const round = await raceAdmins(house, random);
      for (const problem of round.problems) proof.say(`${ADMINS} admins: ${problem}`);
      byAdmins.add(round);
      proof.say(`${ADMINS} admins, round ${byAdmins.rounds.length}: ${JSON.stringify(round.answers)}`);
    }
    while (ofMarkets.rounds.length < wanted.markets) {
      const random = seededRandom(SEED * 3 + ofMarkets.rounds.length);
      const count = Math.min(BATCH, wanted.markets - ofMarkets.rounds.length);
      for (const market of await openMarkets(house, { random, count })) {
        const round = await raceMarket(house, { ...market, random });
        const { problems, ...counts } = round;
        for (const problem of problems) proof.say(`round ${ofMarkets.rounds.length + 1}: ${problem}`);
        ofMarkets.add(round);
        if (proof.sample || ofMarkets.rounds.length % 20 === 0)
          proof.say(`round ${ofMarkets.rounds.length}: ${JSON.stringify(counts)}`);
      }
    }
    const broken = await checkBooks(house.reader);
    const { code, output } = await runTool('verify-ledger', house.servers[0]);
    if (code !== 0) broken.push(`verify-ledger ended with ${code}: ${output.slice(-300)}`);
    report(proof, { admins: byAdmins.rounds, markets: ofMarkets.rounds, wanted, broken });
  });
  byAdmins.clear();
  ofMarkets.clear();
});

function report(
  proof: Proof,
  {
    admins,
    markets,
    wanted,
    broken,
  }: {
    admins: readonly AdminRace[];
    markets: readonly MarketRace[];
    wanted: { admins: number; markets: number };
    broken: readonly string[];
  },
): void {
  const summary = (problems: readonly string[]) =>
    problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 5).join('; ')}`;
  const bySome = admins.flatMap(({ problems }) => problems);
  proof.row({
    what: `${ADMINS} admins resolve one market with two results at once over 2 servers, ${admins.length} rounds: anything but one resolution, one result paid to the micro-USDC, and 409 with a sentence for all others`,
    bar: '0',
    measured: summary(bySome),
    ok: bySome.length === 0 && admins.length >= wanted.admins,
  });
  const wrong = markets.flatMap(({ problems }) => problems);
  proof.row({
    what: `resolve, void, close, cash-outs sent twice and bets race for one market over 2 servers, ${markets.length} rounds: bets ended other than once, money other than what was acknowledged, answers without a sentence`,
    bar: '0',
    measured: summary(wrong),
    ok: wrong.length === 0 && markets.length >= wanted.markets,
  });
  const count = (what: (race: MarketRace) => boolean) => markets.filter(what).length;
  const ended = (race: MarketRace) => race.state === 'settled' || race.state === 'void';
  const seen = {
    settled: count(({ state }) => state === 'settled'),
    void: count(({ state }) => state === 'void'),
    'left without an end': count((race) => !ended(race)),
    'a cash-out won against the end': count((race) => ended(race) && race.sold > 0),
    'the end won against a cash-out': count((race) => race.unsold > 0),
    'a bet won against the close': count((race) => race.state !== 'open' && race.placed > 0),
    'the close won against a bet': count((race) => race.refused > 0),
    'a void took the place of a result': count(({ replaced }) => replaced),
  };
  const { 'a void took the place of a result': _rare, 'left without an end': _open, ...due } = seen;
  // Chance decides who is first, so a few races needn't show every order.
  if (!proof.sample) {
    proof.row({
      what: 'how often each order of events occurred',
      bar: 'each at least once, except the last two',
      measured: Object.entries({ ...due, ...seen })
        .map(([name, times]) => `${name}: ${times}`)
        .join(', '),
      ok: Object.values(due).every((times) => times > 0),
    });
  }
  proof.row({
    what: 'ledger invariants afterwards, by independent SQL and by verify-ledger',
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
}

async function withHouse(work: (house: House) => Promise<void>): Promise<void> {
  const random = seededRandom(SEED - 1);
  const wallets = Array.from({ length: ADMINS }, () => evmWallet(random.bytes(32)));
  const database = await startDatabase();
  // Signatures of acts are valid for minutes, and the races move the clock by an hour.
  const clock = inLockstep(await database.moveClock());
  const settings = {
    ...database.settings,
    ...clock.settings,
    ADMIN_WALLETS: wallets.map(({ address }) => address).join(),
    // Both have one address, for which wallets sign.
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
  };
  const servers = [
    await ServerProcess.start({ databaseUrl: clock.databaseUrl, settings }),
    await ServerProcess.start({ databaseUrl: clock.databaseUrl, settings }),
  ] as const;
  const reader = await readPostgres(clock.databaseUrl);
  try {
    const admins: Admin[] = [];
    for (const [i, wallet] of wallets.entries()) {
      admins.push(await Admin.signIn(servers[i % 2 === 0 ? 0 : 1], wallet));
    }
    await work({ servers, reader, admins, advance: (ms) => clock.advance(ms) });
  } finally {
    await reader.close();
    for (const server of servers) await server.remove();
    await clock.close();
    await database.stop();
  }
}

/** Opens markets with everyone's bets on both outcomes, which are old enough to be sold. */
async function openMarkets(
  { servers, admins, advance }: House,
  { random, count }: { random: Random; count: number },
): Promise<RacedMarket[]> {
  const [admin] = admins;
  if (admin === undefined) throw new Error('there is no admin');
  const connection = new HttpConnection(servers[0].port);
  // Different bettors each time, because one bettor's funds don't last for hundreds of markets.
  const bettors: Bettor[] = [];
  for (let i = 0; i < BETTORS; i++) bettors.push(await signInBettor(connection, random));
  const opened: RacedMarket[] = [];
  for (let i = 0; i < count; i++) {
    const market = await openHouseMarket(connection, { admin, title: `Race ${randomUUID()}` });
    const bets: AcknowledgedBet[] = [];
    for (const bettor of bettors) {
      const outcomeId = random.pick(market.outcomes).id;
      // Varied by cents, so that a user's stakes don't differ only by round amounts.
      const bet = await betOf(connection, {
        bettor,
        market,
        outcomeId,
        amount: random.between(100, 900) / 100,
      });
      const answer = await connection.send(bet.request);
      const placed = acknowledged(bet.bettor, answer);
      if (placed === null) throw new Error(`a bet was refused before the race: ${answer.body}`);
      bets.push(placed);
    }
    opened.push({ market, bettors, bets });
  }
  connection.close();
  await advance(61_000);
  return opened;
}

// ---- 100 admins -----------------------------------------------------------------------------------------

async function raceAdmins(house: House, random: Random): Promise<AdminRace> {
  const { servers, reader, admins } = house;
  const [raced] = await openMarkets(house, { random, count: 1 });
  const [admin] = admins;
  if (raced === undefined || admin === undefined) throw new Error('nothing to race for');
  const { market, bets } = raced;
  const path = `/api/admin/markets/${market.id}/resolve`;
  readJson(await admin.call('POST', '/api/admin/markets/bulk', await admin.closing(market.id)));
  const orders: { asked: object; rehearsal: WireRehearsal }[] = [];
  for (const { id: outcomeId } of market.outcomes) {
    const asked = { outcomeId, evidence: 'https://example.org/result' };
    const answer = await admin.call('POST', path, { ...asked, dryRun: true });
    orders.push({ asked, rehearsal: readJson<{ rehearsal: WireRehearsal }>(answer).rehearsal });
  }
  // Both results go to both servers.
  const outcomeOf = (i: number) => (i >> 1) % 2;
  const compose = async (each: Admin, i: number) => {
    const order = orders[outcomeOf(i)];
    if (order === undefined) throw new Error('there are two results to order for');
    const { asked, rehearsal } = order;
    const signed = await each.sign({ kind: 'approve-result', rehearsal });
    const json = { ...asked, hash: rehearsal.hash, signed };
    return httpRequest({ method: 'POST', path, token: each.token, json });
  };
  const answers = await sendAtOnce(servers, await Promise.all(admins.map(compose)));
  const problems: string[] = [];
  const proposed: (string | null)[] = [];
  const counts: Record<string, number> = {};
  for (const [i, answer] of answers.entries()) {
    const name = answer.status === 200 ? 'resolved' : `${answer.status} ${codeOf(answer)}`;
    counts[name] = (counts[name] ?? 0) + 1;
    if (answer.status === 200) proposed.push(market.outcomes[outcomeOf(i)]?.id ?? '');
    else if (answer.status !== 409) problems.push(`answered ${answer.status}: ${answer.body}`);
    problems.push(...withoutSentence(answer));
  }
  if (proposed.length !== 1) problems.push(`${proposed.length} admins were answered that they resolved it`);
  await untilEnded(reader, market.id);
  const verdict = await judgeMarket(reader, { marketId: market.id, bets, sold: new Map(), proposed });
  if (verdict.state !== 'settled' || verdict.wonOutcomeId !== proposed[0]) {
    problems.push(`the market is ${verdict.state} for ${verdict.wonOutcomeId}, resolved was ${proposed[0]}`);
  }
  return { answers: counts, problems: [...problems, ...verdict.problems] };
}

// ---- everything at once ---------------------------------------------------------------------------------

async function raceMarket(
  house: House,
  { market, bettors, bets, random }: RacedMarket & { random: Random },
): Promise<MarketRace> {
  const { reader } = house;
  const sales = await Promise.all(bets.slice(0, 4).map((bet) => composeSale(house, bet)));
  const news = await composeBets(house, { market, bettors, random });
  const problems: string[] = [];
  const proposed: (string | null)[] = [];
  const outcomeId = random.pick(market.outcomes).id;
  const path = `/api/admin/markets/${market.id}`;

  // The actors, their patience and their starting times differ in each round.
  const adminOf = () => random.pick(house.admins);
  const portOf = () => random.pick(house.servers).port;
  const actors: Promise<unknown>[] = [];
  const begin = async <T>(work: () => Promise<T>): Promise<T> => {
    await sleep(random.between(0, SPREAD_MS));
    return work();
  };
  if (random.chance(0.85)) {
    const admin = adminOf();
    const body = await admin.closing(market.id);
    const close = () => admin.call('POST', '/api/admin/markets/bulk', body);
    actors.push(begin(close).then((answer) => readJson(answer)));
  }
  const ends = [
    {
      isThere: random.chance(0.7),
      named: outcomeId,
      path: `${path}/resolve`,
      asked: { outcomeId, evidence: 'note' },
    },
    {
      isThere: random.chance(0.5),
      named: null,
      path: `${path}/void`,
      asked: { reason: 'It was called off.' },
    },
  ];
  for (const end of ends) {
    if (!end.isThere) continue;
    const admin = adminOf();
    const tries = random.between(1, 8);
    actors.push(
      begin(async () => {
        const isDone = await tryToEnd(admin, { ...end, tries, problems });
        if (isDone) proposed.push(end.named);
      }),
    );
  }
  const sold = new Map<string, bigint>();
  let unsold = 0;
  for (const sale of sales) {
    const twice = [portOf(), portOf()].map((port) => begin(() => sendSurely(port, sale.request)));
    actors.push(
      Promise.all(twice).then((answers) => {
        const said = new Set(answers.map(({ status, body }) => (status === 200 ? String(body) : status)));
        for (const answer of answers) problems.push(...refusalProblems(answer));
        if (said.size > 1) problems.push(`a cash-out sent twice was answered ${[...said].join(' and ')}`);
        if (answers.some(({ status }) => status === 200)) sold.set(sale.bet.id, sale.amount);
        else if (answers.some((answer) => codeOf(answer) === 'cash-out-unavailable')) unsold += 1;
      }),
    );
  }
  let refused = 0;
  const placed: AcknowledgedBet[] = [];
  for (const { bettor, request } of news) {
    const port = portOf();
    actors.push(
      begin(() => sendSurely(port, request)).then((answer) => {
        const bet = acknowledged(bettor, answer);
        problems.push(...refusalProblems(answer));
        if (bet !== null) placed.push(bet);
        else if (codeOf(answer) !== 'odds-changed') refused += 1;
      }),
    );
  }
  await Promise.all(actors);

  await untilEnded(reader, market.id);
  const all = [...bets, ...placed];
  const verdict = await judgeMarket(reader, { marketId: market.id, bets: all, sold, proposed });
  problems.push(...verdict.problems);
  return {
    state: verdict.state,
    sold: sold.size,
    unsold,
    placed: placed.length,
    refused,
    replaced: proposed.length > 1,
    problems,
  };
}

/** Rehearses and proposes an end, again if the market moved in between. @returns whether it was recorded */
async function tryToEnd(
  admin: Admin,
  { path, asked, tries, problems }: { path: string; asked: object; tries: number; problems: string[] },
): Promise<boolean> {
  for (let i = 0; i < tries; i++) {
    const rehearsed = await admin.call('POST', path, { ...asked, dryRun: true });
    problems.push(...refusalProblems(rehearsed));
    if (rehearsed.status !== 200) continue;
    const { rehearsal } = readJson<{ rehearsal: WireRehearsal }>(rehearsed);
    const signed = await admin.sign({ kind: 'approve-result', rehearsal });
    const answer = await admin.call('POST', path, { ...asked, hash: rehearsal.hash, signed });
    problems.push(...refusalProblems(answer));
    if (answer.status === 200) return true;
  }
  return false;
}

async function composeSale(
  { servers }: House,
  bet: AcknowledgedBet,
): Promise<{ bet: AcknowledgedBet; amount: bigint; request: Buffer }> {
  const { token, wallet } = bet.bettor;
  const path = `/api/bets/${bet.id}/cash-out`;
  const connection = new HttpConnection(servers[0].port);
  const { amount } = readJson<WireCashOutQuote>(await connection.send(httpRequest({ path, token })));
  connection.close();
  if (amount === null) throw new Error(`${bet.id} cannot be cashed out`);
  // Asks for a little less than the market pays, because the others move the price.
  const asked = Math.floor(amount * 95) / 100;
  const signature = wallet.sign(cashOutMessage({ betId: bet.id, amount: String(asked) }));
  const request = httpRequest({ method: 'POST', path, token, json: { amount: asked, signature } });
  return { bet, amount: microOf(asked), request };
}

async function composeBets(
  { servers }: House,
  { market, bettors, random }: { market: WireListedMarket; bettors: readonly Bettor[]; random: Random },
): Promise<{ bettor: Bettor; request: Buffer }[]> {
  const connection = new HttpConnection(servers[1].port);
  const composed: { bettor: Bettor; request: Buffer }[] = [];
  for (let i = 0; i < 5; i++) {
    const bettor = random.pick(bettors);
    const outcomeId = random.pick(market.outcomes).id;
    composed.push(
      await betOf(connection, { bettor, market, outcomeId, amount: random.between(100, 500) / 100 }),
    );
  }
  connection.close();
  return composed;
}

/** Sends a key instead of a quote, because a quote is invalid once the books' clock is moved. */
async function betOf(
  connection: HttpConnection,
  order: { bettor: Bettor; market: WireListedMarket; outcomeId: string; amount: number },
): Promise<{ bettor: Bettor; request: Buffer }> {
  const { bettor, market, outcomeId, amount } = order;
  const terms = { bettor, marketId: market.id, outcomeId, amount };
  const { odds } = await askQuote(connection, terms);
  const { request } = signBet({ ...terms, odds, quoteId: null, key: randomUUID() });
  return { bettor, request };
}

function acknowledged(bettor: Bettor, answer: Answer): AcknowledgedBet | null {
  const read = readPlacedBet(answer);
  if (!('bet' in read)) return null;
  const { id, outcomeId, amount, totalReturn } = read.bet;
  return { id, bettor, outcomeId, stake: microOf(amount), payout: microOf(totalReturn) };
}

/** What is wrong with a refusal. A request that is too late must get 409 and a sentence. */
function refusalProblems(answer: Answer): string[] {
  if (answer.status === 200) return [];
  const odd = answer.status === 409 ? [] : [`answered ${answer.status}: ${answer.body}`];
  return [...odd, ...withoutSentence(answer)];
}

function withoutSentence(answer: Answer): string[] {
  if (answer.status === 200) return [];
  const { error } = JSON.parse(String(answer.body)) as WireError;
  return /^[A-Z].{20,}\.$/.test(error) ? [] : [`no sentence: ${answer.body}`];
}

function codeOf({ status, body }: Answer): string {
  return status === 200 ? '' : (JSON.parse(String(body)) as WireError).code;
}

/** Waits while the market is being paid. */
async function untilEnded({ rows }: Reader, marketId: string): Promise<void> {
  const deadline = performance.now() + PAID_WITHIN_MS;
  for (;;) {
    const [market] = await rows(`select state from markets where id = '${marketId}'`);
    if (market?.state !== 'resolving') return;
    if (performance.now() > deadline) throw new Error(`${marketId} is not paid`);
    await sleep(20);
  }
}

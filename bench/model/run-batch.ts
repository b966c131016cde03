import { setTimeout as sleep } from 'node:timers/promises';
import { readJson } from '../bettor.ts';
import { seededRandom } from '../random.ts';
import { compareBooks, newsOf, takeOverNews } from './compare-books.ts';
import { type EarlierStart, moveOdds, startEarlier } from './feed-by-sql.ts';
import { Caller, type House, readNow } from './house.ts';
import { naiveBooks } from './naive-books.ts';
import { openMarkets, openSideGames } from './open-markets.ts';
import { openUsers } from './open-users.ts';
import type { BatchTimes } from './plan-times.ts';
import { BooksReader } from './read-books.ts';
import { MOST_COMBO_BUDGET, WIDE_OPEN } from './seed-combos.ts';
import type { RoundFacts, RunMarket } from './seed-facts.ts';
import { Difference, SeedRun, TooNear } from './seed-run.ts';
import type { Tally } from './tally.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Each batch begins at this hour of a day. */
const BEGINS_AT_MS = 6 * HOUR_MS;
/** The longest time for a round, and for one with a crash, by the moved clock. */
const ROUND_MS = 20 * SECOND_MS;
// Shorter than the 60 seconds for which a price is fresh enough for combos, so that a kill meets some.
const CRASH_ROUND_MS = 45 * SECOND_MS;
/** On a busy machine, this many times as long as the last round took. */
const LONGER_THAN_LAST = 4;
const OPENS_EVERY = 30;
const OPENS_SIDE_GAMES_EVERY = 10;
/** Games begin earlier only in such rounds: the server looks for their refunds once a second. */
const LATE_EVERY = 10;
const PAID_WITHIN_MS = 300_000;
const LOOKS_EVERY_MS = 25;
const SAID_EVERY = 50;
/**
 * After such rounds one seed out of so many places a combo while nothing else happens. More of those that hold much: only
 * with them the limits for a user and for an outcome can be below what is left for all.
 */
const ALONE_EVERY = 5;
const ALONE_ONE_IN = { rich: 1, others: 20 } as const;

const CENT = 10_000n;

export interface BatchResult {
  readonly operations: number;
  readonly figures: number;
  /** One line each. */
  readonly differences: readonly string[];
  readonly givenUp: readonly string[];
}

interface Given {
  readonly house: House;
  readonly tally: Tally;
  readonly seeds: readonly number[];
  readonly times: BatchTimes;
  say(line: string): void;
}

/** Runs seeds side by side, one operation each per round, and compares everything after every round. */
export async function runBatch(given: Given): Promise<BatchResult> {
  const batch = new Batch(given);
  await batch.begin();
  for (const round of given.times.passes.keys()) await batch.play(round);
  await batch.end();
  return batch;
}

class Batch implements BatchResult {
  operations = 0;
  figures = 0;
  readonly differences: string[] = [];
  readonly givenUp: string[] = [];
  readonly #given: Given;
  readonly #reader: BooksReader;
  /** Those without a difference so far. */
  #running: readonly SeedRun[];
  /** Ended markets don't change any more: they were compared when they ended, and once again at the end. */
  readonly #buried = new Set<RunMarket>();
  #lastMs = 0;

  constructor(given: Given) {
    this.#given = given;
    const { house, tally } = given;
    this.#reader = new BooksReader(house.sql);
    this.#running = given.seeds.map((seed) => {
      const random = seededRandom(seed * 2_654_435 + 97);
      return new SeedRun({ seed, random, model: naiveBooks(), house, tally });
    });
  }

  async begin(): Promise<void> {
    const { house, tally } = this.#given;
    const now = await readNow(house.sql);
    const begins = Math.ceil((now - BEGINS_AT_MS) / DAY_MS) * DAY_MS + BEGINS_AT_MS;
    await house.clock.advance(Math.round(begins - now));
    await this.#reader.skip();
    await openUsers(house, tally, this.#running);
    await this.#setComboBudget(MOST_COMBO_BUDGET);
    for (const { model } of this.#running) model.setComboHouse(WIDE_OPEN);
  }

  async #setComboBudget(budget: bigint): Promise<void> {
    const caller = new Caller(this.#given.house, this.#given.tally);
    const json = { comboBudget: Number(budget / CENT) / 100 };
    readJson((await caller.admin('PUT', '/api/admin/settings', json)).answer);
    caller.close();
  }

  /** One operation of each seed, then everything is compared, and time passes. */
  async play(round: number): Promise<void> {
    const { house, tally, times, say } = this.#given;
    if (this.#running.length === 0) return;
    if (round % OPENS_EVERY === 0) await openMarkets(house, tally, this.#running);
    if (round % OPENS_SIDE_GAMES_EVERY === 0) await openSideGames(house, tally, this.#running);
    const startedAt = performance.now();
    const crash = times.crashes.get(round);
    const now = await readNow(house.sql);
    const lasts = Math.max(
      crash === undefined ? ROUND_MS : CRASH_ROUND_MS,
      Math.ceil(LONGER_THAN_LAST * this.#lastMs),
    );
    const mayStartEarlier = round % LATE_EVERY === LATE_EVERY - 1;
    const withCrash = crash !== undefined;
    const calls = await this.#plan({ now, latest: now + lasts, mayStartEarlier, withCrash });
    const done = Promise.all(calls.map((call) => call()));
    if (crash !== undefined) {
      await sleep(crash * this.#lastMs);
      await house.crash();
      tally.add('crashes');
    }
    await done;
    const readAt = await this.#compare();
    if (readAt > now + lasts) this.#tookLonger();
    if (crash === undefined) this.#lastMs = performance.now() - startedAt;
    await this.#playAlone(round);
    await house.clock.advance(times.passes[round] ?? 0);
    if ((round + 1) % SAID_EVERY === 0) {
      say(`round ${round + 1}: ${this.operations} operations, ${this.differences.length} differences`);
    }
  }

  /** Some seeds place a combo with a budget that is nearly used. Whether they do depends on nothing but seed and round. */
  async #playAlone(round: number): Promise<void> {
    if (round % ALONE_EVERY !== ALONE_EVERY - 1) return;
    const { sql } = this.#given.house;
    const turn = Math.floor(round / ALONE_EVERY);
    const oneIn = ({ combos }: SeedRun) => (combos.isRich ? ALONE_ONE_IN.rich : ALONE_ONE_IN.others);
    for (const seed of this.#running.filter((each) => (each.seed + turn) % oneIn(each) === 0)) {
      const now = await readNow(sql);
      const facts = { now, latest: now + ROUND_MS, mayStartEarlier: false, withCrash: false };
      const step = seed.combos.planAlone(facts, await this.#reader.readAddedToCombos());
      if (step === null) continue;
      this.operations += 1;
      await moveOdds(sql, step.moves);
      await this.#setComboBudget(step.budget);
      await this.#attempt(seed, step.run);
      if ((await readNow(sql)) > facts.latest) this.#tookLonger();
    }
    await this.#setComboBudget(MOST_COMBO_BUDGET);
  }

  #tookLonger(): void {
    this.#given.tally.add('rounds that took longer than was planned for');
  }

  /** Writes the feed's changes, and @returns the requests to send to the server at once. */
  async #plan(facts: RoundFacts): Promise<(() => Promise<void>)[]> {
    const { sql } = this.#given.house;
    const moves = this.#running.flatMap((seed) => seed.confirmOdds(facts));
    const starts: EarlierStart[] = [];
    const calls: (() => Promise<void>)[] = [];
    for (const seed of this.#running) {
      this.operations += 1;
      this.#judge(seed, () => {
        const step = seed.plan(facts);
        if (step.kind === 'move-odds') moves.push(step.move);
        else if (step.kind === 'start-earlier') starts.push(step.start);
        else {
          moves.push(...(step.moves ?? []));
          calls.push(() => this.#attempt(seed, step.run));
        }
      });
    }
    // Before the calls, which are judged by the round's odds. If there are two changes for a market, the last counts.
    await moveOdds(sql, [...new Map(moves.map((move) => [move.id, move])).values()]);
    await startEarlier(sql, starts);
    return calls;
  }

  /** @returns when the books were read, by the database's clock */
  async #compare(): Promise<number> {
    const markets = this.#running.flatMap((seed) => seed.markets.filter((each) => !this.#buried.has(each)));
    const marketIds = markets.map(({ id }) => id);
    await this.#untilPaid(marketIds);
    const userIds = this.#running.flatMap(({ users }) => users.map(({ id }) => id));
    const books = await this.#reader.read({ marketIds, userIds });
    const news = newsOf(books);
    for (const seed of this.#running) {
      this.#judge(seed, () => {
        takeOverNews(seed, news);
        this.figures += compareBooks(seed, books);
      });
    }
    const { balance, kept } = books.combosAccount;
    this.figures += 1;
    if (balance !== kept) this.#note(`the account of the combos has ${balance} instead of ${kept}`);
    for (const market of markets) if (market.hasEnded) this.#buried.add(market);
    return books.now;
  }

  /** Ends everything that is left, so that every bet of every seed has an end. */
  async end(): Promise<void> {
    const now = await readNow(this.#given.house.sql);
    await Promise.all(this.#running.map((seed) => this.#attempt(seed, () => seed.endAll(now))));
    this.#buried.clear();
    await this.#compare();
    for (const seed of this.#running) seed.close();
  }

  async #untilPaid(marketIds: readonly string[]): Promise<void> {
    const deadline = performance.now() + PAID_WITHIN_MS;
    for (let waiting = marketIds; waiting.length > 0; ) {
      const markets = await this.#reader.readMarkets(waiting);
      waiting = waiting.filter((id) => markets.get(id)?.isMoving === true);
      if (waiting.length > 0 && performance.now() > deadline)
        throw new Error(`${waiting.length} markets are not paid, such as ${waiting[0]}`);
      if (waiting.length > 0) await sleep(LOOKS_EVERY_MS);
    }
  }

  async #attempt(seed: SeedRun, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#drop(seed, error);
    }
  }

  #judge(seed: SeedRun, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#drop(seed, error);
    }
  }

  /** A seed with a difference is finished: everything after it would differ too. */
  #drop(seed: SeedRun, error: unknown): void {
    if (error instanceof Difference) this.#note(error.message);
    else if (error instanceof TooNear) this.givenUp.push(error.message);
    // The model throws if its own books are impossible: that is reported like a difference.
    else {
      const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#note(`seed ${seed.seed}, step ${seed.step} (${seed.doing}): ${said}`);
    }
    seed.close();
    this.#running = this.#running.filter((each) => each !== seed);
  }

  #note(difference: string): void {
    this.differences.push(difference);
    this.#given.say(`DIFFERENCE: ${difference}`);
  }
}

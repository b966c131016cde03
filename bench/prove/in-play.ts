import { DELAY_SECONDS } from '@tallystone/core/in-play/delay';
import { judgeOrder, type OrderVerdict } from '@tallystone/core/in-play/judge-order';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { betOnGame, type Crowd, type GameTally, type HouseRules } from '../bet-in-play.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { type Feed, playScript, type Script, SUSPENSION, writeScript } from '../running-game.ts';
import { type SalesOfGame, sellOnGame } from '../sell-in-play.ts';

/**
 * What bettors gain who see a game before the feed does. Games with goals, goals that are taken back, suspensions without a
 * reason and broken connections are played against the rules of bets in play, with prices that are exact for the score that
 * the feed knows. What a filled bet is worth is computed exactly from the score that it doesn't know yet.
 */

const SEED = 20261129;
const usdc = (whole: number) => microUsdc(BigInt(whole) * 1_000_000n);
const UNLIMITED = usdc(1_000_000);
/** The caps of a main market and of a game in play in the default settings, USDC. */
const CAPS = { market: 5_000, game: 10_000 } as const;
/** A delay is as long as the lead, this, and another second. */
const TO_SUSPENSION = SUSPENSION.most;

const CROWD: Crowd = {
  offers: ['winner'],
  uninformed: { bets: 60, stake: 20 },
  informed: { bettors: 10, bets: 2, stake: 100 },
};

/** They want all that they can get. */
const HORDE: Crowd = {
  offers: ['winner', { goalsOver: 2.5 }, { goalsOver: 3.5 }],
  uninformed: { bets: 60, stake: 20 },
  informed: { bettors: 150, bets: 0, stake: 200 },
};

/** Each holds a bet that a change makes worth less, and sells at the value from before it. */
const SELLERS = { random: 120, bettors: 10 } as const;

const BARS = 'the informed at most 3 sigma above the others; at least 90% of the margin';

await prove('in-play', async (proof) => {
  const count = proof.sample ? 60 : 1_000;
  const scripts = scriptsOf(count, { latest: Number.POSITIVE_INFINITY, breaksAtChanges: false });
  reportSuspensions(proof, scripts);
  checkPrices(proof, scripts);
  for (const lead of [1, 2, 3, 4]) keepsMargin(proof, scripts, { lead, delay: DELAY_SECONDS.first });
  for (const [lead, delay] of [
    [1, DELAY_SECONDS.min],
    [8, 12],
    [16, 20],
  ] as const)
    keepsMargin(proof, scripts, { lead, delay });
  reportLongerLead(proof, scripts);
  tryWorseRules(proof, scripts);
  neverPays(proof, proof.sample ? 60 : 1_000);
  keepsCaps(proof, scripts.slice(0, proof.sample ? 10 : 200));
  sellsFairly(proof, scripts);
});

function scriptsOf(count: number, feed: Feed): Script[] {
  return Array.from({ length: count }, (_, game) => writeScript(seededRandom(SEED + game * 7_919), feed));
}

/** All games with one lead and one rule, in seconds. */
interface Setting {
  readonly lead: number;
  readonly delay: number;
  readonly judge?: HouseRules['judge'];
  readonly crowd?: Crowd;
  readonly caps?: { readonly market: number; readonly game: number };
}

function play(scripts: readonly Script[], { lead, delay, judge = judgeOrder, crowd = CROWD, caps }: Setting) {
  const rules: HouseRules = {
    judge,
    delay: delay * 1_000,
    marketCap: caps === undefined ? UNLIMITED : usdc(caps.market),
    gameCap: caps === undefined ? UNLIMITED : usdc(caps.game),
  };
  return scripts.map((script, game) =>
    betOnGame(seededRandom(SEED + 13 + game * 104_729), {
      game: playScript(script, lead * 1_000),
      changes: script.changes,
      crowd,
      rules,
    }),
  );
}

// ---- the game itself

function reportSuspensions(proof: Proof, scripts: readonly Script[]): void {
  const times = scripts.flatMap(({ changes }) => changes.map((change) => change.suspendsAfter));
  times.sort((a, b) => a - b);
  const at = (part: number) => ((times[Math.floor(part * times.length)] ?? 0) / 1_000).toFixed(2);
  const most = ((times.at(-1) ?? 0) / 1_000).toFixed(2);
  const goals = sum(scripts.map((script) => script.goals.length));
  proof.row({
    what: `${scripts.length} games with ${goals} goals that count and ${times.length} changes that bettors act on: seconds from the feed's sight of a change to the suspension`,
    bar: `drawn with a 99th percentile of ${TO_SUSPENSION} s`,
    measured: `median ${at(0.5)}, 99th percentile ${at(0.99)}, longest ${most}`,
    ok: times.length > 0 && Math.abs(Number(at(0.99)) - TO_SUSPENSION) < 0.5,
  });
}

/** With wrong chances every other row would mean nothing: what bets are worth must be what they win. */
function checkPrices(proof: Proof, scripts: readonly Script[]): void {
  const games = play(scripts, { lead: 3, delay: DELAY_SECONDS.first });
  const off = games.map(({ uninformed }) => uninformed.won - uninformed.worth);
  const staked = sum(games.map(({ uninformed }) => uninformed.staked));
  const sigma = Math.sqrt(sum(off.map((each) => each ** 2))) / staked;
  const difference = sum(off) / staked;
  proof.row({
    what: 'what random bets won in the end, less what they were worth when they were filled, of the stakes',
    bar: 'within 3 sigma',
    measured: `${percent(difference)}, sigma ${percent(sigma)}`,
    ok: staked > 0 && Math.abs(difference) <= 3 * sigma,
  });
}

// ---- what the informed gain

interface Outcome {
  readonly informed: number;
  readonly uninformed: number;
  /** Of the difference between the two, by games. */
  readonly sigma: number;
  /** The house's margin as a share of that at prices which know everything. */
  readonly kept: number;
  readonly turnover: number;
  readonly seen: { readonly orders: number; readonly filled: number };
  /** The share of the random bets that were refused. */
  readonly refused: number;
}

function outcomeOf(games: readonly GameTally[]): Outcome {
  const total = (
    of: 'informed' | 'uninformed' | 'seen',
    part: 'staked' | 'worth' | 'nominal' | 'orders' | 'filled',
  ) => sum(games.map((game) => game[of][part]));
  const staked = { informed: total('informed', 'staked'), uninformed: total('uninformed', 'staked') };
  const informed = total('informed', 'worth') / staked.informed;
  const uninformed = total('uninformed', 'worth') / staked.uninformed;
  const off = games.map(
    (game) =>
      (game.informed.worth - informed * game.informed.staked) / staked.informed -
      (game.uninformed.worth - uninformed * game.uninformed.staked) / staked.uninformed,
  );
  const worth = total('informed', 'worth') + total('uninformed', 'worth');
  const nominal = total('informed', 'nominal') + total('uninformed', 'nominal');
  return {
    informed,
    uninformed,
    sigma: Math.sqrt(sum(off.map((each) => each ** 2))),
    kept: worth / nominal,
    turnover: -worth / (staked.informed + staked.uninformed),
    seen: { orders: total('seen', 'orders'), filled: total('seen', 'filled') },
    refused: 1 - total('uninformed', 'filled') / total('uninformed', 'orders'),
  };
}

function isFair({
  informed,
  uninformed,
  sigma,
}: Pick<Outcome, 'informed' | 'uninformed' | 'sigma'>): boolean {
  return informed <= uninformed + 3 * sigma;
}

function isKept({ kept }: Pick<Outcome, 'kept'>): boolean {
  return kept >= 0.9;
}

function shown({ informed, uninformed, sigma, kept, turnover, seen, refused }: Outcome): string {
  return `${percent(informed)} against ${percent(uninformed)} of the stakes, sigma ${percent(sigma)}; the house keeps ${(100 * kept).toFixed(1)}% of its margin, which is ${percent(turnover)} of turnover; ${seen.filled} of ${seen.orders} bets on changes filled; ${percent(refused)} of random bets refused`;
}

function keepsMargin(
  proof: Proof,
  scripts: readonly Script[],
  setting: { lead: number; delay: number },
): void {
  const { lead, delay } = setting;
  const outcome = outcomeOf(play(scripts, setting));
  proof.row({
    what: `${CROWD.informed.bettors} bettors a game who see changes ${lead} s before the feed, bet on each at the old price, and ${CROWD.informed.bets} times at random, a delay of ${delay} s (${lead} + ${TO_SUSPENSION} + 1 or more): their return against that of random bets`,
    bar: BARS,
    measured: shown(outcome),
    ok: delay >= lead + TO_SUSPENSION + 1 && isFair(outcome) && isKept(outcome),
  });
}

function reportLongerLead(proof: Proof, scripts: readonly Script[]): void {
  for (const lead of [5, 6]) {
    const outcome = outcomeOf(play(scripts, { lead, delay: DELAY_SECONDS.first }));
    proof.row({
      what: `the same with a lead of ${lead} s, for which a delay of ${DELAY_SECONDS.first} s is too short`,
      bar: 'reported',
      measured: shown(outcome),
      ok: outcome.seen.orders > 0,
    });
  }
}

// ---- controls: worse rules must fail

/** The rule without the confirmation: any price of the last minute will do. */
function judgeByFreshness(...[order, market, now]: Parameters<typeof judgeOrder>): OrderVerdict {
  const isFresh = now.getTime() - market.pricedAt.getTime() <= 60_000;
  return judgeOrder(order, { ...market, pricedAt: isFresh ? now : market.pricedAt }, now);
}

function tryWorseRules(proof: Proof, scripts: readonly Script[]): void {
  const right = outcomeOf(play(scripts, { lead: 3, delay: DELAY_SECONDS.first }));
  const worse: [string, Setting][] = [
    ['a delay of 5 s', { lead: 3, delay: 5 }],
    [
      'a price of the last 60 s is enough instead of one of the last second',
      { lead: 3, delay: DELAY_SECONDS.first, judge: judgeByFreshness },
    ],
  ];
  for (const [what, setting] of worse) {
    const outcome = outcomeOf(play(scripts, setting));
    proof.row({
      what: `a control, a lead of 3 s: ${what}`,
      bar: `misses ${proof.sample ? 'the bar of the margin' : 'both bars'}, and the informed gain more than by the right rule`,
      measured: shown(outcome),
      // Of the few games of a sample sigma is too large for the other bar.
      ok: !isKept(outcome) && (proof.sample || !isFair(outcome)) && outcome.informed > right.informed,
    });
  }
}

// ---- what no connection can break

/** If no suspension takes longer than it may, no bet on a change is filled above its worth, whenever the connection breaks. */
function neverPays(proof: Proof, count: number): void {
  const scripts = scriptsOf(count, { latest: TO_SUSPENSION * 1_000, breaksAtChanges: true });
  for (const [lead, delay] of [
    [4, 8],
    [4, 7],
  ] as const) {
    const games = play(scripts, { lead, delay });
    const profitable = sum(games.map(({ seen }) => seen.profitable));
    const orders = sum(games.map(({ seen }) => seen.orders));
    const isEnough = delay >= lead + TO_SUSPENSION + 1;
    proof.row({
      what: `${isEnough ? '' : 'a control: '}no suspension takes longer than ${TO_SUSPENSION} s, the connection breaks within 3 s before every suspension, a lead of ${lead} s, a delay of ${delay} s: bets on changes that were filled and worth more than their stakes`,
      bar: isEnough ? '0' : 'some: the last second is needed',
      measured: `${profitable} of ${orders}`,
      ok: orders > 0 && (isEnough ? profitable === 0 : profitable > 0),
    });
  }
}

// ---- what is lost when the lead is longer

function keepsCaps(proof: Proof, scripts: readonly Script[]): void {
  for (const lead of [5, 8, 15]) {
    const setting = { lead, delay: DELAY_SECONDS.first, crowd: HORDE };
    const capped = worstOf(play(scripts, { ...setting, caps: CAPS }));
    const open = worstOf(play(scripts, setting));
    proof.row({
      what: `${HORDE.informed.bettors} bettors of ${HORDE.informed.stake} USDC with a lead of ${lead} s, ${HORDE.offers.length} markets a game, ${scripts.length} games: the most that the house could have lost at any time on a market and on a game, and lost on a game in the end`,
      bar: `at most ${CAPS.market}, ${CAPS.game} and ${CAPS.game} USDC; more without caps, as a control`,
      measured: `${capped.market.toFixed(0)}, ${capped.game.toFixed(0)} and ${capped.lost.toFixed(0)}, ${capped.mean.toFixed(0)} on average; without caps ${open.market.toFixed(0)}, ${open.game.toFixed(0)} and ${open.lost.toFixed(0)}`,
      ok:
        capped.market <= CAPS.market &&
        capped.game <= CAPS.game &&
        capped.lost <= CAPS.game &&
        open.market > CAPS.market &&
        open.game > CAPS.game,
    });
  }
}

function worstOf(games: readonly GameTally[]) {
  return {
    market: Math.max(...games.map(({ worst }) => worst.market)),
    game: Math.max(...games.map(({ worst }) => worst.game)),
    lost: Math.max(...games.map(({ lost }) => lost)),
    mean: sum(games.map(({ lost }) => lost)) / games.length,
  };
}

// ---- what is cashed out

function salesOf(scripts: readonly Script[], { lead, delay }: { lead: number; delay: number }) {
  const rules = { judge: judgeOrder, delay: delay * 1_000 };
  const games = scripts.map((script, game) =>
    sellOnGame(seededRandom(SEED + 29 + game * 104_729), {
      ...{ game: playScript(script, lead * 1_000), changes: script.changes, rules, counts: SELLERS },
    }),
  );
  const total = (of: keyof SalesOfGame, part: keyof SalesOfGame['seen']) =>
    sum(games.map((game) => game[of][part]));
  // What bettors gain for each USDC that they are paid: below zero, because the house keeps a share.
  const gain = (of: 'informed' | 'uninformed') => (total(of, 'got') - total(of, 'given')) / total(of, 'got');
  const [informed, uninformed] = [gain('informed'), gain('uninformed')];
  const off = games.map(
    (game) =>
      (game.informed.got * (1 - informed) - game.informed.given) / total('informed', 'got') -
      (game.uninformed.got * (1 - uninformed) - game.uninformed.given) / total('uninformed', 'got'),
  );
  const both = (part: keyof SalesOfGame['seen']) => total('informed', part) + total('uninformed', part);
  return {
    informed,
    uninformed,
    sigma: Math.sqrt(sum(off.map((each) => each ** 2))),
    kept: (both('given') - both('got')) / (both('believed') - both('got')),
    seen: { asked: total('seen', 'asked'), paid: total('seen', 'paid') },
    refused: 1 - total('uninformed', 'paid') / total('uninformed', 'asked'),
  };
}

function sellsFairly(proof: Proof, scripts: readonly Script[]): void {
  const fair = (sales: ReturnType<typeof salesOf>) => isFair(sales) && isKept(sales);
  for (const [lead, delay, wanted] of [
    [1, DELAY_SECONDS.first, 'fair'],
    [3, DELAY_SECONDS.first, 'fair'],
    [4, DELAY_SECONDS.first, 'fair'],
    [5, DELAY_SECONDS.first, 'reported'],
    [3, DELAY_SECONDS.min, 'a control'],
  ] as const) {
    const sales = salesOf(scripts, { lead, delay });
    const { informed, uninformed, sigma, kept, seen, refused } = sales;
    proof.row({
      what: `${wanted === 'a control' ? 'a control: ' : ''}bettors who see changes ${lead} s before the feed cash out what these make worth less, a delay of ${delay} s: what they gain of what they are paid, against random cash-outs`,
      bar: { fair: BARS, reported: 'reported', 'a control': 'misses the bar of the margin' }[wanted],
      measured: `${percent(informed)} against ${percent(uninformed)}, sigma ${percent(sigma)}; the house keeps ${(100 * kept).toFixed(1)}% of its share; ${seen.paid} of ${seen.asked} on changes paid; ${percent(refused)} of random ones refused`,
      ok: seen.asked > 0 && { fair: fair(sales), reported: true, 'a control': !isKept(sales) }[wanted],
    });
  }
}

// ---- words

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}

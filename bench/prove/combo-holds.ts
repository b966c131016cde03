import { type ComboLeg, comboOdds, comboReturn, type LegResult } from '@tallystone/core/combos/combo-odds';
import { type ComboUse, comboMaxStake, comboRoom, MOST_LEGS } from '@tallystone/core/combos/combo-room';
import { type AskedLeg, decideCombo } from '@tallystone/core/combos/decide-combo';
import { decideComboCashOut } from '@tallystone/core/combos/decide-combo-cash-out';
import { settleCombo } from '@tallystone/core/combos/settle-combo';
import { larger } from '@tallystone/core/money/bounds';
import {
  CENT,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';

/**
 * What combos can cost. Random combos get every kind of end: legs that win, lose or are void, games that turn out to have
 * begun before the combo was placed, and cash-outs in between; nothing may be paid above what was kept for the combo.
 * Then many wallets that know winners in advance drain what they can, with filler legs and over every pair of outcomes.
 */

const SEED = 20261128;
const NOW = new Date('2026-11-28T12:00:00Z');
const CLOSES_AT = new Date('2026-11-28T18:00:00Z');
const LONG_AGO = new Date('2026-11-28T10:00:00Z');
const PRICED_AT = new Date('2026-11-28T11:59:55Z');
const BUDGET = microUsdc(50_000_000_000n);
const POOL = microUsdc(10_000_000_000_000n);
const RICH = microUsdc(1_000_000_000_000n);
const FUNDS = { balance: RICH, stakedToday: ZERO_USDC, dailyStakeCap: RICH, blockedUntil: null };

await prove('combo-holds', async (proof) => {
  playRandom(proof, proof.sample ? 20_000 : 400_000);
  for (const known of [1, 2, 6]) drain(proof, { known, wallets: proof.sample ? 60 : 400 });
});

// ---- random combos

interface Tally {
  combos: number;
  refused: number;
  voidLegs: number;
  lateLegs: number;
  sold: number;
  above: number;
  belowStake: number;
  largest: number;
}

function playRandom(proof: Proof, combos: number): void {
  const random = seededRandom(SEED);
  const tally: Tally = {
    combos: 0,
    refused: 0,
    voidLegs: 0,
    lateLegs: 0,
    sold: 0,
    above: 0,
    belowStake: 0,
    largest: 0,
  };
  while (tally.combos < combos) playOne(random, tally);
  proof.row({
    what: `${combos} random combos of 2 to 12 legs (${tally.voidLegs} legs void, ${tally.lateLegs} of them because of a corrected start, ${tally.sold} combos cashed out, ${tally.refused} refused): paid more than was kept for them`,
    bar: '0',
    measured: `${tally.above}, at most ${(100 * tally.largest).toFixed(1)}% of it`,
    ok: tally.above === 0,
  });
  proof.row({
    what: 'combos that paid, and paid less than their stake',
    bar: '0',
    measured: String(tally.belowStake),
    ok: tally.belowStake === 0,
  });
}

function playOne(random: Random, tally: Tally): void {
  const legs = Array.from({ length: random.between(2, MOST_LEGS) }, (_, place) => aLeg(random, place));
  const odds = comboOdds(legs.map(oddsOf));
  if (odds > HIGHEST_ODDS) {
    tally.refused += 1;
    return;
  }
  const use = noUse();
  const most = comboMaxStake(comboRoom(use), odds);
  const stake = microUsdc(BigInt(random.between(1, Number(most / CENT))) * CENT);
  const decision = decideCombo({ legs, funds: FUNDS, use, stake, signedOdds: odds, now: NOW });
  if (decision.kind === 'rejected') {
    tally.refused += 1;
    return;
  }
  tally.combos += 1;
  const kept = stake + decision.housePart;
  // A corrected start of a game makes its leg void, whatever its market's result.
  const beganEarlier = legs.map(() => random.chance(0.08));
  const results = legs.map((_, place): LegResult => {
    if (beganEarlier[place]) return 'void';
    return random.chance(0.1) ? 'void' : random.chance(0.12) ? 'lost' : 'won';
  });
  tally.voidLegs += results.filter((result) => result === 'void').length;
  tally.lateLegs += beganEarlier.filter(Boolean).length;
  const order = legs.map((_, place) => place).sort(() => random.between(0, 2) - 1);
  const state: { odds: MicroOdds; result: LegResult | null }[] = decision.legOdds.map((each) => ({
    odds: each,
    result: null,
  }));
  for (const place of order) {
    const isSelling = random.chance(0.02);
    const paid = isSelling ? sell(random, { legs, state, stake }) : null;
    if (paid !== null) {
      tally.sold += 1;
      note(tally, { paid, kept, stake, isSale: true });
      return;
    }
    const leg = state[place];
    if (leg !== undefined) leg.result = results[place] ?? 'won';
    if (comboReturn({ stake, legs: state }) > kept) tally.above += 1;
    const end = settleCombo({ stake, legs: state });
    if (end === null) continue;
    note(tally, { paid: end.paid, kept, stake, isSale: end.kind === 'loss' });
    return;
  }
  throw new Error('a combo whose legs have all ended is open');
}

function note(
  tally: Tally,
  { paid, kept, stake, isSale }: { paid: MicroUsdc; kept: bigint; stake: MicroUsdc; isSale: boolean },
): void {
  if (paid > kept) tally.above += 1;
  if (!isSale && paid < stake) tally.belowStake += 1;
  tally.largest = Math.max(tally.largest, Number(paid) / Number(kept));
}

/** Sells at prices that have moved since; null if it can't be sold. */
function sell(
  random: Random,
  { legs, state, stake }: { legs: readonly AskedLeg[]; state: readonly ComboLeg[]; stake: MicroUsdc },
): MicroUsdc | null {
  const offer = decideComboCashOut({
    stake,
    legs: state.map((leg, place) => {
      const { outcomeId } = legs[place] ?? { outcomeId: '' };
      const { market } = aLeg(random, place);
      if (market === null) throw new Error('each leg has a market');
      return { ...leg, outcomeId, market };
    }),
    placedAt: LONG_AGO,
    hasEnded: false,
    asked: null,
    now: NOW,
  });
  return offer.kind === 'accepted' ? offer.amount : null;
}

/** A selection of a game of its own at any odds that leave the feed a margin. */
function aLeg(random: Random, game: number): AskedLeg {
  const share = 0.02 + 0.96 * random.unit();
  const price = (probability: number) => oddsAt(Math.max(1.01, 0.96 / probability));
  return legAt([price(share), price(1 - share)], { game, outcome: 0 });
}

function legAt(odds: readonly MicroOdds[], { game, outcome }: { game: number; outcome: number }): AskedLeg {
  return {
    marketId: `m${game}`,
    outcomeId: `${outcome}`,
    market: {
      state: 'open',
      closesAt: CLOSES_AT,
      outcomeIds: ['0', '1'],
      feed: {
        gameId: `g${game}`,
        isInPlay: false,
        gameTitle: `Home ${game} vs Away ${game}`,
        pricedAt: PRICED_AT,
        odds,
        winners: 1,
      },
    },
  };
}

function oddsAt(decimal: number): MicroOdds {
  return larger(LOWEST_ODDS, microOdds(BigInt(Math.floor(decimal * 100)) * ODDS_STEP));
}

function oddsOf({ market, outcomeId }: AskedLeg): MicroOdds {
  return market?.feed?.odds[Number(outcomeId)] ?? LOWEST_ODDS;
}

function noUse(): ComboUse {
  return {
    budget: BUDGET,
    all: ZERO_USDC,
    ofUser: ZERO_USDC,
    ofOutcome: ZERO_USDC,
    pool: POOL,
  };
}

// ---- the drain

/**
 * Wallets that know the winners of some games combine them with each other and with short-priced fillers that also win,
 * each for as much as it gets, until no combo is taken anymore.
 */
function drain(proof: Proof, { known, wallets }: { known: number; wallets: number }): void {
  const random = seededRandom(SEED + known);
  const fillers = 40;
  const sure = Array.from({ length: known }, (_, game) =>
    legAt([oddsAt(1.9), oddsAt(1.9)], { game, outcome: 0 }),
  );
  const short = Array.from({ length: fillers }, (_, i) =>
    legAt([oddsAt(1.01), oddsAt(30)], { game: known + i, outcome: 0 }),
  );
  const ofOutcome = new Map<string, bigint>();
  const ofUser = new Map<number, bigint>();
  let lost = 0n;
  let tries = 0;
  let combos = 0;
  for (let refused = 0; refused < 3 * wallets; tries += 1) {
    const wallet = tries % wallets;
    const count = random.between(1, Math.min(known, 4));
    const from = random.between(0, known - 1);
    const chosen = Array.from({ length: count }, (_, i) => sure[(from + i) % known]).flatMap(
      (leg) => leg ?? [],
    );
    const filler = short[random.between(0, fillers - 1)];
    const legs = filler === undefined ? chosen : [...chosen, filler];
    const use: ComboUse = {
      ...noUse(),
      all: microUsdc(lost),
      ofUser: microUsdc(ofUser.get(wallet) ?? 0n),
      ofOutcome: microUsdc(
        legs.reduce((most, { marketId }) => larger(most, ofOutcome.get(marketId) ?? 0n), 0n),
      ),
    };
    const odds = comboOdds(legs.map(oddsOf));
    const stake = comboMaxStake(comboRoom(use), odds);
    const decision = decideCombo({ legs, funds: FUNDS, use, stake, signedOdds: odds, now: NOW });
    if (decision.kind === 'rejected') {
      refused += 1;
      continue;
    }
    combos += 1;
    lost += decision.housePart;
    ofUser.set(wallet, (ofUser.get(wallet) ?? 0n) + decision.housePart);
    for (const { marketId } of legs)
      ofOutcome.set(marketId, (ofOutcome.get(marketId) ?? 0n) + decision.housePart);
  }
  const share = (amount: bigint) => (100 * Number(amount)) / Number(BUDGET);
  const worst = [...ofOutcome.values()].reduce(larger, 0n);
  const richest = [...ofUser.values()].reduce(larger, 0n);
  proof.row({
    what: `${wallets} wallets that know ${known} winner${known === 1 ? '' : 's'} take all that combos give (${combos} combos): the house's loss, on one outcome, and to one wallet, of the budget`,
    bar: `at most ${5 * known}%, 5% and 5%`,
    measured: `${share(lost).toFixed(2)}%, ${share(worst).toFixed(2)}% and ${share(richest).toFixed(2)}%`,
    ok: share(lost) <= 5 * known && share(worst) <= 5 && share(richest) <= 5 && combos > 0,
  });
}

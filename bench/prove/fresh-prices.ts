import { CENT, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import {
  type LmsrBook,
  maxStakeAtOdds,
  oddsFor,
  openLmsrBook,
  probabilitiesOf,
} from '@tallystone/core/odds/lmsr';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';

/**
 * On a market without bets, probability (%) times card odds is within 2 of 100 for every outcome above
 * 5%: this is what "no margin added" means to someone who checks the card. Also how much rounding odds down costs.
 */

const SEED = 20261121;
const CARD_STAKE = microUsdc(100n * CENT);
const LOSS_BUDGET = microUsdc(10_000_000_000n);

interface Price {
  probability: number;
  odds: number;
}

await prove('fresh-prices', async (proof) => {
  const random = seededRandom(SEED);
  const markets = proof.sample ? 5_000 : 200_000;
  const priced: Price[] = [];
  let unpriced = 0;
  let overstated = 0;
  for (let i = 0; i < markets; i++) {
    const book = openLmsrBook({
      rule: AS_SIGNED,
      initialProbabilities: randomChances(random),
      lossBudget: LOSS_BUDGET,
    });
    for (const [outcome, probability] of probabilitiesOf(book).entries()) {
      const odds = oddsFor(book, { outcome, stake: CARD_STAKE });
      if (odds === null) unpriced += 1;
      else {
        priced.push({ probability, odds: oddsToNumber(odds) });
        if (i % 50 === 0 && !holdsToItsStake(book, outcome)) overstated += 1;
      }
    }
  }
  proof.say(
    `${markets} markets, ${priced.length} prices, ${unpriced} outcomes above 99% or odds of 1000 without one`,
  );

  const products = priced.filter((p) => p.probability > 0.05).map((p) => 100 * p.probability * p.odds);
  const far = products.reduce((most, product) => Math.max(most, Math.abs(product - 100)), 0);
  proof.row({
    what: `probability (%) x card odds on ${products.length} outcomes above 5% of ${markets} random fresh markets`,
    bar: 'within 2 of 100',
    measured: `at most ${far.toFixed(3)} away`,
    ok: products.length > 0 && far <= 2,
  });
  const above = products.filter((product) => product > 100 + 1e-9).length;
  proof.row({
    what: 'card odds above the fair ones',
    bar: '0',
    measured: String(above),
    ok: above === 0,
  });
  proof.row({
    what: 'card odds apply up to the stake shown with them, and not a cent more',
    bar: '0 exceptions',
    measured: String(overstated),
    ok: overstated === 0,
  });
  const costs = costBands(priced);
  proof.row({
    what: 'what rounding down and the 1 USDC of the card cost the bettor, by probability of the outcome',
    bar: 'on average at most 0.5% between 5% and 80%, never above 1% of the stake from 5% up',
    measured: costs.text,
    ok: costs.meanOfUsual <= 0.005 && costs.worst <= 0.01,
  });
});

/** Two to eight chances of any shape, each at least the lowest with which a market may open. */
function randomChances(random: Random): number[] {
  const count = random.between(2, 8);
  // From nearly equal to one giant: the power of the exponentials spreads the shapes.
  const power = random.pick([0.2, 0.5, 1, 2, 4]);
  const weights = Array.from({ length: count }, () => random.exponential(1) ** power + 1e-9);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => 0.01 + (1 - 0.01 * count) * (weight / sum));
}

function holdsToItsStake(book: LmsrBook, outcome: number): boolean {
  const odds = oddsFor(book, { outcome, stake: CARD_STAKE });
  if (odds === null) return false;
  const most = maxStakeAtOdds(book, { outcome, odds });
  const at = (stake: MicroUsdc) => oddsFor(book, { outcome, stake }) ?? 0n;
  return most >= CARD_STAKE && at(most) >= odds && at(microUsdc(most + CENT)) < odds;
}

function costBands(priced: readonly Price[]) {
  const bands = [
    { from: 0.01, to: 0.05 },
    { from: 0.05, to: 0.2 },
    { from: 0.2, to: 0.8 },
    { from: 0.8, to: 0.95 },
    { from: 0.95, to: 1 },
  ];
  const costOf = (p: Price) => 1 - p.probability * p.odds;
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
  const mean = (prices: readonly Price[]) => prices.reduce((sum, p) => sum + costOf(p), 0) / prices.length;
  const parts = bands.map(({ from, to }) => {
    const inBand = priced.filter((p) => p.probability > from && p.probability <= to);
    if (inBand.length === 0) return '';
    const most = inBand.reduce((worst, p) => Math.max(worst, costOf(p)), 0);
    return `${from * 100}-${to * 100}%: mean ${percent(mean(inBand))}, most ${percent(most)}`;
  });
  const usual = priced.filter((p) => p.probability > 0.05 && p.probability <= 0.8);
  const priceable = priced.filter((p) => p.probability > 0.05);
  return {
    text: parts.filter((part) => part !== '').join('; '),
    meanOfUsual: mean(usual),
    worst: priceable.reduce((worst, p) => Math.max(worst, costOf(p)), 0),
  };
}

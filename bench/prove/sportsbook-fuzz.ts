import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { playSeason } from '../sportsbook/play-season.ts';
import { noSeasonTally } from '../sportsbook/season-tally.ts';

const SEED = 20261129;
const SEASON = 2_000;

await prove('sportsbook-fuzz', async (proof) => {
  const steps = proof.sample ? 20_000 : 1_000_000;
  const tally = noSeasonTally();
  for (let season = 0; tally.steps < steps && tally.differences < 10; season++) {
    playSeason(seededRandom(SEED + 31 * season), Math.min(SEASON, steps - tally.steps), tally);
  }
  console.error(tally, (globalThis as any).R);
});

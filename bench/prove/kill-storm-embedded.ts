import { killStorm } from '../kill-storm.ts';
import { prove } from '../proof.ts';

await prove('kill-storm-embedded', async (proof) => {
  await killStorm(proof, {
    name: 'kill-storm-embedded',
    engine: 'embedded',
    kills: proof.sample ? 1 : 10,
    killsPerRound: 5,
  });
});

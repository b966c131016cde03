import { killStorm } from '../kill-storm.ts';
import { prove } from '../proof.ts';

await prove('kill-storm-postgres', async (proof) => {
  await killStorm(proof, {
    name: 'kill-storm-postgres',
    engine: 'postgres',
    kills: proof.sample ? 4 : 40,
    killsPerRound: 10,
  });
});

import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { buildRelease, PREVIOUS_RELEASE } from '../../scripts/build-release.mjs';
import { type BetWay, betCosts } from '../bet-costs.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres } from '../database.ts';
import { proveInFull } from '../proof.ts';
import { type Cost, pairsRow, startVersion } from '../two-versions.ts';

/**
 * What a bet costs, alone and in batches, against the previous release: each has its own server and its own PostgreSQL. A pair
 * of loads is dealt to them in small parts in turns, so that a neighbour on the machine slows both alike.
 */

const SEED = 20261128;
const PAIRS = 10;

interface Way extends BetWay {
  readonly name: string;
  readonly most: { readonly server: number; readonly postgres: number };
}

const WAYS: readonly Way[] = [
  {
    name: 'a bet that comes alone',
    connections: 1,
    bets: 400,
    inTurn: 20,
    most: { server: 0.9, postgres: 0.6 },
  },
  {
    name: 'a bet in batches',
    connections: 64,
    bets: 2_000,
    inTurn: 250,
    most: { server: 1.05, postgres: 1.05 },
  },
];

await proveInFull('bet-cost', async ({ say, row }) => {
  await buildIfStale();
  const entry = await buildRelease(PREVIOUS_RELEASE.commit, temporaryFolder('tallystone-release-'));
  const earlier = await startVersion({ entry });
  const versions = [earlier, await startVersion({})];
  try {
    let accepted = 0;
    for (const way of WAYS) {
      const pairs: { earlier: Cost; now: Cost }[] = [];
      // The first pair warms both up.
      for (let pair = 0; pair <= PAIRS; pair++) {
        const { costs, accepted: count } = await betCosts(versions, way, SEED + pair);
        accepted += count;
        const [earlier, now] = costs;
        if (earlier === undefined || now === undefined) throw new Error('expected the costs of both');
        say(`${way.name}, pair ${pair}: ${inWords(earlier)} before, ${inWords(now)} now`);
        if (pair > 0) pairs.push({ earlier, now });
      }
      for (const of of ['server', 'postgres'] as const) {
        row(
          pairsRow({
            what: `${way.name}: CPU time of ${of === 'server' ? 'the server' : 'PostgreSQL'} against release ${PREVIOUS_RELEASE.version}, median of ${PAIRS} pairs of ${way.bets} bets, ${way.inTurn} in turns over ${way.connections} connections`,
            pairs: pairs.map(({ earlier, now }) => ({ earlier: earlier[of], now: now[of] })),
            most: way.most[of],
            unit: 'ms',
          }),
        );
      }
    }
    // The checks are of this version's tables, which its server makes of those of the previous release.
    await earlier.server.remove();
    const upgraded = await ServerProcess.start({ databaseUrl: earlier.database.url });
    const broken: string[] = [];
    for (const { database } of versions) {
      const reader = await readPostgres(database.url);
      broken.push(...(await checkBooks(reader)));
      await reader.close();
    }
    await upgraded.remove();
    row({
      what: `the books by independent SQL, those of the previous release once upgraded (${accepted} bets)`,
      bar: 'all invariants hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    for (const { server, database } of versions) {
      await server.remove();
      await database.stop();
    }
  }
});

function inWords({ server, postgres }: Cost): string {
  return `server ${server.toFixed(2)} ms, PostgreSQL ${postgres.toFixed(2)} ms`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type FilledCombos, fillCombos, GRANT, marketOf, outcomeOf } from '../fill-combos.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';

/**
 * Combos over many games are paid while their games end one after the other, and the servers that pay them are killed
 * again and again; sometimes two share the work. A kill counts only while legs wait for their result. Then every combo must
 * have ended once, with what its own legs say, and nothing may be left for it.
 */

const SEED = 20261128;
const PAID_WITHIN_MS = 600_000;
/** Each seventh game is void, of the others those with an even number are won by their second outcome. */
const isVoid = (g: string) => `(${g} % 7 = 0)`;

await prove('combo-kills', async (proof) => {
  const filled: FilledCombos = proof.sample
    ? { games: 50, combos: 2_000, users: 50 }
    : { games: 50, combos: 20_000, users: 500 };
  const wanted = proof.sample ? 3 : 20;
  const random = seededRandom(SEED);
  const database = await startDatabase();
  const servers = [
    await ServerProcess.prepare({ databaseUrl: database.url }),
    await ServerProcess.prepare({ databaseUrl: database.url }),
  ];
  const reader = await readPostgres(database.ownerUrl);
  const [first] = servers;
  if (first === undefined) throw new Error('there are two servers');
  try {
    await first.start();
    await fillCombos(reader, filled);
    await first.stop();
    const atOnce = Math.max(2, Math.floor(filled.games / (wanted + 2)));
    let kills = 0;
    let ended = 0;
    const endNext = async (games: number) => {
      await endGames(reader, { from: ended + 1, to: Math.min(filled.games, ended + games) });
      ended = Math.min(filled.games, ended + games);
    };
    while (kills < wanted) {
      if (ended === filled.games) throw new Error(`all combos were paid after ${kills} kills`);
      await endNext(atOnce);
      const running = random.chance(0.4) ? servers : [first];
      await Promise.all(running.map((server) => server.start()));
      const due = await openLegs(reader);
      // As soon as some are resolved, or a moment later.
      for (let left = due; left === due && left > 0; left = await openLegs(reader)) await sleep(5);
      await sleep(random.between(0, 40));
      for (const server of running) await server.kill();
      const left = await openLegs(reader);
      // A kill after everything was paid proves nothing.
      if (left === 0) continue;
      kills += 1;
      proof.say(`kill ${kills}, of ${running.length}: ${left} of ${due} legs waited for their result`);
    }
    await endNext(filled.games);
    await first.start();
    const giveUpAt = performance.now() + PAID_WITHIN_MS;
    while ((await openLegs(reader)) > 0) {
      if (performance.now() > giveUpAt) throw new Error(`legs still wait:\n${first.said}`);
      await sleep(100);
    }
    await first.stop();
    const wrong = await findWrongCombos(reader, filled);
    proof.row({
      what: `${filled.combos} combos over ${filled.games} games, paid under ${kills} kill -9: combos that ended other than once and by their own legs, users with another balance, money left`,
      bar: '0',
      measured: wrong.length === 0 ? '0' : wrong.join('; '),
      ok: wrong.length === 0,
    });
    const broken = await checkBooks(reader);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await reader.close();
    for (const server of servers) await server.remove();
    await database.stop();
  }
});

/** As if their results had been paid: they have no single bets. */
async function endGames({ rows }: Reader, { from, to }: { from: number; to: number }): Promise<void> {
  await rows('begin');
  await rows('set local session_replication_role = replica');
  await rows(`
    update markets m set state = case when ${isVoid('g')} then 'void' else 'settled' end, settled_through = 0,
      won_outcome_id = case when not ${isVoid('g')} then ${outcomeOf('g', '((g + 1) % 2)')} end,
      ended_at = clock_timestamp(), version = version + 1
    from generate_series(${from}, ${to}) g where m.id = ${marketOf('g')}`);
  await rows('commit');
}

/** The legs of ended games that have no result. */
async function openLegs({ rows }: Reader): Promise<number> {
  const [row] = await rows(`
    select count(*)::text as count from combo_legs l join markets m on m.id = l.market_id
    where l.result is null and m.state in ('settled', 'void')`);
  return Number(row?.count);
}

/** By SQL that was written from the rules and not from the product. */
async function findWrongCombos({ rows }: Reader, { combos, games }: FilledCombos): Promise<string[]> {
  await rows(`
    create temporary table due as
    select c.id, c.user_id, c.stake, c.payout, case
        when bool_or(not ${isVoid('g')} and l.outcome_id <> ${outcomeOf('g', '((g + 1) % 2)')}) then 0
        when bool_and(${isVoid('g')}) then c.stake
        else floor(pg_temp.product(l.odds::numeric / 1000000) filter (where not ${isVoid('g')}) * 100) * c.stake / 100 end as due
    from combos c join combo_legs l on l.combo_id = c.id
    join generate_series(1, ${games}) g on ${marketOf('g')} = l.market_id
    group by c.id`);
  const rules: readonly [sentence: string, broken: string][] = [
    ['a combo is missing', `select 1 from (select count(*) as n from due) d where d.n <> ${combos}`],
    [
      'a combo ended other than once, or with another amount',
      `select 1 from due d left join combo_endings n on n.combo_id = d.id
      left join entries e on e.key = 'combo-end:' || d.id and e.id = n.entry_id
      where e.id is null or n.amount <> d.due`,
    ],
    [
      'an end moved other money',
      `select 1 from due d join entries e on e.key = 'combo-end:' || d.id
      join postings p on p.entry_id = e.id join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
      group by d.id, d.user_id, d.due, d.payout
      having bool_or(f.kind <> 'combos') or sum(p.amount) <> d.payout
        or coalesce(sum(p.amount) filter (where t.user_id = d.user_id), 0) <> d.due
        or sum(p.amount) filter (where t.user_id is null and t.kind <> 'pool') > 0`,
    ],
    [
      'a user has another balance',
      `select 1 from accounts a join (
        select user_id, sum(due - stake) as net from due group by user_id) s on s.user_id = a.user_id
      where a.balance <> ${GRANT} + s.net`,
    ],
    ['money is left for combos', `select 1 from accounts where kind = 'combos' and balance <> 0`],
    ['a combo is still open', 'select 1 from open_combos'],
    ['a leg has no result', 'select 1 from combo_legs where result is null'],
  ];
  const wrong: string[] = [];
  for (const [sentence, broken] of rules) {
    const [row] = await rows(`select count(*)::text as count from (${broken}) b`);
    if (row?.count !== '0') wrong.push(`${sentence} (${row?.count})`);
  }
  return wrong;
}

import { type ComboFate, type SomeCombos, someCombos } from '@tallystone/testkit/betting/some-combos.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from './statement.ts';

describe.each(movedEngines)('the statement on %s', (_name, open) => {
  let database: MovedDatabase;
  let some: SomeCombos;
  beforeAll(async () => {
    database = await open();
    some = await someCombos(database);
  }, 120_000);
  afterAll(() => database.close());

  const rowsOf = async (fate: ComboFate) => {
    const all = await statement(database.db, { userId: some.bettor.session.userId, before: null });
    return all.filter(({ bets }) => bets[0]?.betId === some.ids[fate]);
  };

  test.each([
    ['won', 'won'],
    ['part', 'won'],
    ['void', 'void'],
    ['sold', 'cashed-out'],
  ] as const)('says how a combo that is %s ended, at its end only', async (fate, result) => {
    const [end, stake] = await rowsOf(fate);
    expect(end).toMatchObject({ kind: 'combo-end', bets: [{ result }] });
    expect(stake?.kind).toBe('combo');
    expect(stake?.bets[0]?.result).toBeUndefined();
  });

  test('has no end of a lost combo', async () => {
    expect((await rowsOf('lost')).map(({ kind }) => kind)).toEqual(['combo']);
  });
});

import { checkReceiptProof } from '@tallystone/core/ledger/check-receipt';
import { sealAll } from '@tallystone/testkit/betting/days.ts';
import { type ComboFate, type SomeCombos, someCombos } from '@tallystone/testkit/betting/some-combos.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comboReceipt } from './receipt.ts';

let database: MovedDatabase;
let some: SomeCombos;
beforeAll(async () => {
  database = await createMovedDatabase();
  some = await someCombos(database);
}, 120_000);
afterAll(() => database.close());

const receiptOf = (fate: ComboFate, session = some.bettor.session) =>
  comboReceipt(database.db, { session, comboId: some.ids[fate] });

test('a combo that is not sealed yet has its entries and says so', async () => {
  const { combo, entries, proofs, sealed } = await receiptOf('won');
  expect(combo).toMatchObject({ id: some.ids.won, amount: 10, result: 'won', status: 'settled' });
  expect(entries.map(({ kind }) => kind)).toEqual(['combo', 'combo-end']);
  expect([proofs, sealed]).toEqual([[], false]);
});

describe('once the books are sealed', () => {
  beforeAll(() => sealAll(database));

  test.each<[ComboFate, string[]]>([
    ['won', ['combo', 'payout']],
    ['lost', ['combo', 'loss']],
    ['void', ['combo', 'refund']],
    ['part', ['combo', 'payout']],
    ['sold', ['combo', 'cash-out']],
  ])('a combo that is %s leads to the chain', async (fate, leaves) => {
    const { proofs, sealed } = await receiptOf(fate);
    expect(sealed).toBe(true);
    expect(proofs.map(({ leaf }) => leaf.split('|')[0])).toEqual(leaves);
    for (const proof of proofs) {
      expect(proof.leaf).toContain(some.ids[fate]);
      expect(checkReceiptProof(proof)).toBe(true);
    }
  });

  test('it shows the stake, what the house keeps apart for it, and where both went', async () => {
    const user = `user:${some.bettor.session.userId}`;
    const { combo, entries } = await receiptOf('sold');
    const { totalReturn } = combo;
    expect(entries.map(({ postings }) => postings)).toEqual([
      [
        { from: user, to: 'combos', amount: 10 },
        { from: 'pool', to: 'combos', amount: Number((totalReturn - 10).toFixed(6)) },
      ],
      [
        { from: 'combos', to: user, amount: 19 },
        { from: 'combos', to: 'pool', amount: Number((totalReturn - 19).toFixed(6)) },
      ],
    ]);
    const lost = await receiptOf('lost');
    expect(lost.entries[1]?.postings).toEqual([
      { from: 'combos', to: 'pool', amount: lost.combo.totalReturn },
    ]);
  });

  test('no other bettor can see it, but an admin who signed in with the wallet can', async () => {
    const { session } = some.other;
    const asAdmin = { ...session, isAdmin: true };
    for (const who of [session, { ...asAdmin, verified: false }]) {
      await expect(receiptOf('won', who)).rejects.toMatchObject({ code: 'not-found' });
    }
    const unknown = comboReceipt(database.db, { session: asAdmin, comboId: 'c_none' });
    await expect(unknown).rejects.toMatchObject({ code: 'not-found' });
    const seen = await receiptOf('won', { ...asAdmin, verified: true });
    expect([seen.combo.id, seen.sealed]).toEqual([some.ids.won, true]);
  });
});

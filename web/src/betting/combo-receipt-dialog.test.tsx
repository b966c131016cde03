import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { WireEvidence } from '@tallystone/core/http-api/receipts';
import { comboLeaf, endingLeaf } from '@tallystone/core/ledger/receipt-leaf';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { aCombo, aComboLeg } from '@tallystone/testkit/mock-api/a-combo.ts';
import { proofsOf } from '@tallystone/testkit/mock-api/proofs-of.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ComboHistory } from './combo-history.tsx';
import { comboReceiptFits } from './combo-receipt-fits.ts';
import { OpenCombos } from './open-combos.tsx';
import { useCombos } from './use-combos.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1e6)));
const odds = (number: number) => microOdds(BigInt(Math.round(number * 1e6)));

/** The evidence of a combo, with real seals. */
function evidenceOf(combo: WireCombo): WireEvidence {
  const placed = comboLeaf({
    entryId: 7,
    comboId: combo.id,
    userId: 'u_one',
    legs: combo.legs.map((leg) => ({
      marketId: leg.marketId,
      outcomeId: leg.outcomeId,
      odds: odds(leg.odds),
      marketVersion: 3,
    })),
    stake: usdc(combo.amount),
    odds: odds(combo.odds),
    payout: usdc(combo.totalReturn),
    placedAt: new Date(combo.placedAt),
    signedOdds: odds(combo.minOdds),
    budget: usdc(50_000),
    signedHash: 'ab'.repeat(32),
  });
  const kinds = { won: 'payout', lost: 'loss', void: 'refund', 'cashed-out': 'cash-out' } as const;
  const end =
    combo.result === undefined
      ? []
      : [
          endingLeaf({
            entryId: 9,
            betId: combo.id,
            kind: kinds[combo.result],
            amount: usdc(combo.paid ?? 0),
            endedAt: new Date(combo.endedAt ?? combo.placedAt),
          }),
        ];
  return {
    entries: [
      {
        id: 7,
        kind: 'combo',
        at: combo.placedAt,
        postings: [
          { from: 'user:u_one', to: 'combos', amount: 10 },
          { from: 'pool', to: 'combos', amount: 50 },
        ],
      },
    ],
    proofs: proofsOf([placed, ...end]),
    sealed: true,
  };
}

function Combos() {
  const combos = useCombos();
  return (
    <>
      <OpenCombos {...combos} />
      <ComboHistory {...combos} isPractice={false} />
    </>
  );
}

const lost = { status: 'settled', result: 'lost', paid: 0, profit: -10 } as const;

/** Opens the receipt of a combo from the list that it is in. */
async function openReceipt(combo: WireCombo, evidence?: WireEvidence) {
  const page = await anAccountPage({
    combos: [combo],
    ...(evidence && { evidence: { [combo.id]: evidence } }),
    children: <Combos />,
  });
  await page.user.click(await screen.findByRole('button', { name: 'Receipt of a combo of 2 selections' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Receipt' })) };
}

describe('the receipt of a combo', () => {
  test('of an open one shows its selections, figures, reference and books, checked in the browser', async () => {
    const combo = aCombo({ legs: [aComboLeg({ result: 'won' }), ...aCombo().legs.slice(1)] });
    const { dialog, user } = await openReceipt(combo, evidenceOf(combo));
    await dialog.findByText('Checked in your browser');
    const figure = (name: string) => dialog.getByText(name).nextElementSibling?.textContent;
    expect(figure('Stake')).toBe('$10.00');
    expect(figure('Odds')).toBe('6.00x');
    expect(figure('Lowest signed odds')).toBe('5.86x');
    expect(figure('Total return if won')).toBe('$60.00');
    expect(figure('Combo')).toBe('c_one');
    expect(figure('Reference')).toBe(combo.reference);
    const [first, second] = within(dialog.getByRole('list', { name: 'Selections' })).getAllByRole('listitem');
    for (const words of ['Arsenal', 'Arsenal vs Chelsea', '2.00x', 'Won']) {
      expect(first?.textContent).toContain(words);
    }
    for (const words of ['Milan', 'Inter vs Milan', '3.00x', 'Open']) {
      expect(second?.textContent).toContain(words);
    }
    expect(figure('You → Kept for combos')).toBe('$10.00');
    expect(figure('House pool → Kept for combos')).toBe('$50.00');
    const [leaf] = evidenceOf(combo).proofs;
    expect(dialog.getByText(leaf?.leaf ?? '')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of a finished one shows how it ended, and its card the reference', async () => {
    const combo = aCombo(lost);
    const { dialog } = await openReceipt(combo, evidenceOf(combo));
    await dialog.findByText('Checked in your browser');
    expect(dialog.getByText('Result').nextElementSibling?.textContent).toBe('Lost');
    expect(dialog.getByText('Loss').nextElementSibling?.textContent).toBe('-$10.00');
    cleanup();
    await anAccountPage({ combos: [combo], children: <Combos /> });
    expect(await screen.findByTitle(combo.reference)).toBeTruthy();
  });

  test('says that it is being sealed until it is', async () => {
    const { dialog } = await openReceipt(aCombo());
    await dialog.findByText('Sealing');
  });

  test('of another combo does not match', async () => {
    const { dialog } = await openReceipt(aCombo(), evidenceOf(aCombo({ amount: 11 })));
    await dialog.findByText('Does not match');
  });

  test('with a changed proof does not match', async () => {
    const combo = aCombo();
    const evidence = evidenceOf(combo);
    const proofs = evidence.proofs.map((proof) => ({ ...proof, root: '00'.repeat(32) }));
    const { dialog } = await openReceipt(combo, { ...evidence, proofs });
    await dialog.findByText('Does not match');
  });
});

describe('sealed leaves', () => {
  const fits = (shown: WireCombo, sealed: WireCombo) =>
    comboReceiptFits({ ...evidenceOf(sealed), combo: shown });
  const won = aCombo({ status: 'settled', result: 'won', paid: 60 });
  const [first, second] = won.legs;
  const legs = [first ?? aComboLeg(), second ?? aComboLeg()] as const;

  test.each(['won', 'lost', 'void', 'cashed-out'] as const)('fit a combo that is %s', (result) => {
    const ended = aCombo({ ...lost, result, paid: result === 'lost' ? 0 : 12.34 });
    expect(fits(ended, ended)).toBe(true);
  });

  test.each<[string, Partial<WireCombo>]>([
    ['id', { id: 'c_two' }],
    ['stake', { amount: 11 }],
    ['odds', { odds: 6.01 }],
    ['signed odds', { minOdds: 5.87 }],
    ['return', { totalReturn: 61 }],
    ['time', { placedAt: '2026-11-20T10:00:01.000Z' }],
    ['payment', { paid: 61 }],
    ['result', { result: 'cashed-out' }],
    ['missing end', { result: undefined, paid: undefined }],
    ['number of selections', { legs: [legs[0]] }],
    ['order of selections', { legs: [legs[1], legs[0]] }],
    ['market', { legs: [legs[0], { ...legs[1], marketId: 'm_3' }] }],
    ['outcome', { legs: [legs[0], { ...legs[1], outcomeId: 'o_3' }] }],
    ['odds of a selection', { legs: [legs[0], { ...legs[1], odds: 3.01 }] }],
  ])("don't fit another %s", (_what, other) => {
    expect(fits({ ...won, ...other }, won)).toBe(false);
  });

  test('need the end of a combo that has ended, once all is sealed', () => {
    const evidence = evidenceOf(aCombo());
    expect(comboReceiptFits({ ...evidence, combo: won })).toBe(false);
    expect(comboReceiptFits({ ...evidence, combo: won, sealed: false })).toBe(true);
    expect(comboReceiptFits({ proofs: [], sealed: false, combo: won })).toBe(false);
  });
});

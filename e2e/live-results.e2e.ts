import type { BrowserContext, Page } from '@playwright/test';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireResolution } from '@tallystone/core/http-api/settlement';
import {
  adminMarket,
  callAsAdmin,
  figureOf,
  marketRow,
  openAdmin,
  resultsPanel,
  searchMarkets,
} from './admin.ts';
import { exactly, exactlySigned, micro } from './amounts.ts';
import { askAs } from './ask-as.ts';
import { acceptAge, connect, expectSignedIn, openAccount, readAsBettor, receiptsOf } from './bettor.ts';
import { walletNamed } from './chain-fixtures.ts';
import { expectSound } from './expect-accessible.ts';
import { expect } from './fixtures.ts';
import { CLOSES_IN_MS, test } from './live-fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

/** A little more than the window, for the blocks that must come. */
const WINDOW_MS = 2 * 3_600_000 + 60_000;
/** As the contract numbers them. */
const [OPEN, PROPOSED] = [1, 2];
/** A change on the chain takes a few blocks to become final. */
const ON_CHAIN = { timeout: 120_000 };

/** Connects on a page that requires a wallet first. */
async function signInAt(page: Page, path: '/admin' | '/guardian'): Promise<void> {
  await page.goto(path);
  await page.getByRole('radio', { name: 'Ethereum' }).check();
  await page.getByRole('button', { name: 'Connect MetaMask' }).click();
  await expectSignedIn(page);
}

test('a result in live mode needs two admins and a window in which a guardian objects once', async ({
  page,
  context,
  begun,
  chain,
  meet,
  clock,
  problems,
}) => {
  problems.expect(/403/);
  const { title, id: marketId, payout, stakes } = begun;
  const onChain = () => chain.readEscrow('stateOf', [chainIdOf(marketId)]);
  const enter = async (who: BrowserContext, name: string) => {
    await acceptAge(who);
    await EvmWallet.install(who, { secret: walletNamed(chain, name).key.slice(2) });
    return who;
  };
  const arrive = async (name: string, path: '/admin' | '/guardian') => {
    const person = await (await enter(await meet(), name)).newPage();
    await signInAt(person, path);
    return person;
  };
  const proposer = await arrive('Practice admin 1', '/admin');
  const approver = await arrive('Practice admin 2', '/admin');
  const guardian = await arrive('Practice guardian', '/guardian');
  await expect(guardian.getByText('Nothing to review')).toBeVisible();

  const propose = async () => {
    await openAdmin(proposer);
    const waiting = resultsPanel(proposer).getByRole('listitem').filter({ hasText: title });
    await waiting.getByRole('button', { name: `Resolve ${title}` }).click();
    await proposer.getByRole('radio', { name: /^Yes/ }).check();
    await proposer.getByLabel('Evidence').fill('https://example.org/final');
    await proposer.getByRole('button', { name: 'Preview payouts' }).click();
    const rehearsal = proposer.getByRole('dialog', { name: 'Yes: payouts' });
    await expect(figureOf(rehearsal, 'Paid to bettors')).toHaveText(exactly(micro(payout)));
    await expect(figureOf(rehearsal, 'House result')).toHaveText(
      exactlySigned(micro(stakes) - micro(payout)),
    );
    await rehearsal.getByRole('button', { name: 'Propose' }).click();
    await expect(proposer.getByText(`Proposed for ${title}: Yes won`)).toBeVisible();
  };
  const approve = async () => {
    await openAdmin(approver);
    await resultsPanel(approver)
      .getByRole('button', { name: `Review: ${title}` })
      .click();
    const dialog = approver.getByRole('dialog', { name: 'Approve: Yes won' });
    await expect(figureOf(dialog, 'Paid to bettors')).toHaveText(exactly(micro(payout)));
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(approver.getByText(/ for .*, paid .*\. You can undo it until then/)).toBeVisible();
  };

  await clock.advance(CLOSES_IN_MS);
  await expect.poll(async () => (await adminMarket(proposer, title)).state, ON_CHAIN).toBe('closed');
  await propose();
  const own = resultsPanel(proposer)
    .getByRole('list', { name: 'Waiting for a second admin' })
    .getByRole('listitem')
    .filter({ hasText: title });
  await expect(own).toContainText('Another admin must approve your proposal.');
  await expect(own.getByRole('button', { name: `Review: ${title}` })).toHaveCount(0);
  const { resolutions } = await callAsAdmin<{ resolutions: WireResolution[] }>(
    proposer,
    'GET',
    '/api/admin/results',
  );
  const proposed = resolutions.find((each) => each.marketId === marketId);
  const refusal = await askAs<WireError>(proposer, {
    method: 'POST',
    path: `/api/admin/markets/${marketId}/approve`,
    data: { hash: proposed?.rehearsal.hash },
  });
  expect(refusal.status).toBe(403);
  expect(refusal.body.error).toMatch(/another admin/);

  await approve();
  const result = guardian.getByRole('article', { name: title });
  await expect(async () => {
    await guardian.getByRole('button', { name: 'Refresh' }).click();
    await expect(result).toBeVisible({ timeout: 2000 });
  }).toPass(ON_CHAIN);
  await expect(result).toContainText('Yes won');
  await expect.poll(onChain, ON_CHAIN).toBe(PROPOSED);
  // The window begins by the clock that was moved forward by an hour; the browser counts down by its own.
  await expect(result.getByRole('timer')).toHaveText(/^(2 h 5\d|3 h 00) min$/);
  await result.getByRole('button', { name: `Object to the result of ${title}` }).click();
  const objection = guardian.getByRole('dialog', { name: 'Object to this result?' });
  await objection.getByRole('button', { name: 'Object' }).click();
  await expect(objection.getByRole('alert').first()).toContainText('Give a reason');
  await objection.getByLabel('Reason').fill('The source says that it was No.');
  await expect(objection).toContainText('Then: The market waits for another result');
  await expectSound(guardian);
  await objection.getByRole('button', { name: 'Object' }).click();
  await expect(guardian.getByText(`You objected to ${title}`, { exact: true })).toBeVisible();
  await expect(result).toHaveCount(0);
  await expect.poll(onChain, ON_CHAIN).toBe(OPEN);

  await openAdmin(proposer);
  const again = resultsPanel(proposer).getByRole('listitem').filter({ hasText: title }).first();
  await expect(again).toContainText(
    "A guardian objected to the result; check it again. A second guardian's objection voids the market.",
  );
  await resultsPanel(proposer)
    .getByText(/^Latest results/)
    .click();
  const objected = resultsPanel(proposer)
    .getByRole('list', { name: 'Latest results' })
    .getByRole('listitem')
    .filter({ hasText: title });
  await expect(objected).toContainText('Why it ended: The source says that it was No.');
  await expect(objected.getByText('Objected to', { exact: true })).toBeVisible();

  await propose();
  await approve();
  expect((await adminMarket(approver, title)).state).toBe('resolving');
  // The contract's window begins when the result is proposed there.
  await expect.poll(onChain, ON_CHAIN).toBe(PROPOSED);
  await clock.advance(WINDOW_MS);
  await expect.poll(async () => (await adminMarket(approver, title)).state, ON_CHAIN).toBe('settled');
  await approver.reload();
  await searchMarkets(approver, title);
  await expect(marketRow(approver, title)).toContainText('Yes won');

  await enter(context, 'Practice bettor 1');
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const [bet] = await readAsBettor<WireBet[]>(page, '/api/user/bets');
  expect([bet?.result, bet?.paid]).toEqual(['won', payout]);
  await openAccount(page);
  await expect(receiptsOf(page, title).getByText('Won', { exact: true })).toBeVisible();
});

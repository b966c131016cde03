import { createMockBook } from '@tallystone/testkit/mock-api/book.ts';
import { OutcomeOf } from '@tallystone/testkit/page/bet-dialog.tsx';
import {
  createMockDiscovery,
  createMockEvmWallet,
  foundEvm,
} from '@tallystone/testkit/wallets/mock-connector.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { createQueryClient } from '../data/query-client.ts';
import { WalletProvider } from '../wallet/wallet-context.tsx';
import { createWalletSession } from '../wallet/wallet-session.ts';
import { BetDialog } from './bet-dialog.tsx';
import { BetSlipProvider } from './bet-slip-context.tsx';
import { OutcomeHint } from './outcome-hint.tsx';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('compliance-accepted', 'true');
  // jsdom can't measure or scroll.
  vi.stubGlobal('scrollBy', vi.fn());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A page with one outcome and the place of the first hint, without a wallet. */
function aPage({ isPractice = true }: { isPractice?: boolean } = {}) {
  const book = createMockBook({});
  vi.stubGlobal('fetch', book.fetch);
  const info = isPractice
    ? { name: 'Practice wallet', rdns: 'app.tallystone.practice', isPractice, walletType: 'evm' as const }
    : {};
  const session = createWalletSession({
    discovery: createMockDiscovery([foundEvm(createMockEvmWallet(), info)]),
    loadConfig: () => callApi('getConfig'),
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  session.start();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WalletProvider session={session}>
        <BetSlipProvider>
          <OutcomeHint />
          <OutcomeOf book={book} />
          <BetDialog />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const connect = async () => {
    const option = session
      .getOptions()
      .find((each) => each.chain === 'Polygon' && each.isPractice === isPractice);
    if (option) await session.connect(option);
    await waitFor(() => expect(session.getState().authToken).not.toBeNull());
  };
  const openDialog = async () => {
    await user.click(screen.getByRole('button', { name: 'Harbour City' }));
    return screen.findByRole('dialog');
  };
  const closeDialog = async () => {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  return { user, connect, openDialog, closeDialog };
}

const hint = (step: number) => screen.findByRole('note', { name: `Practice hint ${step} of 3` });
const press = (note: HTMLElement, name: 'Got it' | 'Skip hints') =>
  userEvent.click(within(note).getByRole('button', { name }));

test.each([
  ['stays at its top', 0, []],
  ['keeps the outcomes in place further down', 300, [[{ top: 58, behavior: 'instant' }]]],
])('when the first hint appears, the page %s', async (_, scrollY, scrolls) => {
  vi.stubGlobal('scrollY', scrollY);
  const measure = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    return new DOMRect(0, 200, 1200, this.childElementCount * 58);
  });
  const { connect } = aPage();
  await connect();
  await hint(1);
  expect(vi.mocked(window.scrollBy).mock.calls).toEqual(scrolls);
  measure.mockRestore();
});

test('the three hints appear one after another in their places, each once', async () => {
  const { connect, openDialog, closeDialog } = aPage();
  expect(screen.queryByRole('note')).toBeNull();
  await connect();
  await press(await hint(1), 'Got it');
  expect(screen.queryByRole('note')).toBeNull();

  await openDialog();
  const stake = await hint(2);
  expect(document.activeElement).toBe(screen.getByLabelText('Amount (USDC)'));
  await press(stake, 'Got it');
  const signature = await hint(3);
  expect(document.activeElement).toBe(signature);
  await press(signature, 'Got it');
  expect(screen.queryByRole('note')).toBeNull();
  await screen.findByText('No more hints.');

  await closeDialog();
  await openDialog();
  expect(screen.queryByRole('note')).toBeNull();
  expect(screen.queryByText('No more hints.')).toBeNull();
});

test('a hint that is ignored is not shown again', async () => {
  const { connect, openDialog, closeDialog } = aPage();
  await connect();
  await hint(1);
  await openDialog();
  await hint(2);
  await closeDialog();
  expect(screen.queryByRole('note')).toBeNull();
  await openDialog();
  await hint(3);
  await closeDialog();
  await openDialog();
  expect(screen.queryByRole('note')).toBeNull();
});

test.each([1, 2, 3])('skipping at hint %d skips the remaining hints, on later visits too', async (step) => {
  if (step === 3) localStorage.setItem('tallystone.hints', 'signature');
  const { connect, openDialog } = aPage();
  await connect();
  if (step > 1) await openDialog();
  await press(await hint(step), 'Skip hints');
  expect(screen.queryByRole('note')).toBeNull();
  cleanup();
  const later = aPage();
  await later.connect();
  await later.openDialog();
  expect(screen.queryByRole('note')).toBeNull();
});

test('a real wallet gets no hints', async () => {
  const { connect, openDialog } = aPage({ isPractice: false });
  await connect();
  expect(screen.queryByRole('note')).toBeNull();
  await openDialog();
  expect(screen.queryByRole('note')).toBeNull();
  expect(localStorage.getItem('tallystone.hints')).toBeNull();
});

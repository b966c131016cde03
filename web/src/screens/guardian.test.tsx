import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { aResolution, SELF } from '@tallystone/testkit/mock-api/a-resolution.ts';
import { aTestSigner } from '@tallystone/testkit/page/signer.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { WalletProvider } from '../wallet/wallet-context.tsx';
import { WalletError } from '../wallet/wallet-error.ts';
import { Guardian } from './guardian.tsx';

const LIST = '/api/guardian/resolutions';

beforeEach(() => {
  localStorage.clear();
  // Freezes the clock, so a slow render doesn't change the time left.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const inWindow = (given: Partial<WireResolution> = {}) =>
  aResolution({ stage: 'window', paysFrom: new Date(Date.now() + 65 * 60_000).toISOString(), ...given });

/** The page for a user who has connected a wallet before, or never. */
function aPage({
  account = {},
  results = [],
  refusal,
  config = {},
  signer = null,
}: {
  account?: { verified?: boolean } | null;
  results?: WireResolution[];
  refusal?: { status: number; code: string; error: string };
  config?: Partial<WireConfig>;
  /** The wallet that is asked to sign. */
  signer?: ReturnType<typeof aTestSigner> | null;
} = {}) {
  if (account !== null) {
    const user = { publicKey: SELF, walletType: 'metamask', kycLevel: 0, dailyStakeCap: 100, verified: true };
    localStorage.setItem('walletAddress', SELF);
    localStorage.setItem('walletChain', 'Polygon');
    localStorage.setItem('authToken', 'token');
    localStorage.setItem('user', JSON.stringify({ ...user, ...account }));
  }
  const state = { results, refusal, objections: [] as { path: string; body: unknown }[], asked: 0 };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), 'http://localhost');
    const refuse = ({ status, ...answer }: NonNullable<typeof refusal>) =>
      Response.json({ ...answer, requestId: 'r' }, { status });
    if (pathname === LIST) {
      state.asked += 1;
      return state.refusal ? refuse(state.refusal) : Response.json(state.results);
    }
    if (pathname.startsWith(LIST)) {
      state.objections.push({ path: pathname, body: JSON.parse(String(init.body)) });
      if (state.refusal) return refuse(state.refusal);
      const [objected] = state.results;
      state.results = [];
      return Response.json({ ...objected, stage: 'objected' });
    }
    if (pathname === '/api/auth/nonce') {
      const [issuedAt, expiresAt] = ['2026-11-21T10:30:00.000Z', '2026-11-21T10:35:00.000Z'];
      return Response.json({
        nonce: 'nonce1',
        message: '',
        domain: 'tallystone.example',
        issuedAt,
        expiresAt,
      });
    }
    if (pathname === '/api/config') {
      return Response.json({
        mode: 'live',
        practiceWallets: false,
        solanaRpcUrl: '/rpc',
        feed: 'azuro',
        ...config,
      });
    }
    return refuse({ status: 404, code: 'not-found', error: 'Nothing.' });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      {signer === null ? (
        <WalletProvider>
          <Guardian />
        </WalletProvider>
      ) : (
        signer.around(<Guardian />)
      )}
    </QueryClientProvider>,
  );
  return { state, user: userEvent.setup({ delay: null }) };
}

test('asks to connect a wallet first', () => {
  const { state } = aPage({ account: null });
  expect(screen.getByRole('heading', { level: 1, name: 'Authentication Required' })).toBeDefined();
  expect(screen.getByRole('tab', { name: 'Solana' })).toBeDefined();
  expect(document.title).toBe('Guardian · Tallystone');
  expect(state.asked).toBe(0);
});

test('asks for a signature if the session has none, and sends no request', () => {
  const { state } = aPage({ account: { verified: false } });
  expect(screen.getByRole('button', { name: 'Sign with your wallet' })).toBeDefined();
  expect(state.asked).toBe(0);
});

test("says so if the wallet isn't a guardian", async () => {
  aPage({ refusal: { status: 403, code: 'forbidden', error: 'Only a guardian can do this.' } });
  await screen.findByRole('heading', { name: 'This wallet is not a guardian' });
});

test("shows an error if the list can't be read, and retries", async () => {
  const { state, user } = aPage({ refusal: { status: 503, code: 'too-busy', error: 'Too busy.' } });
  await screen.findByText('Results to review could not be loaded');
  state.refusal = undefined;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Nothing to review');
});

test('lists results by payment time, each with its countdown, evidence and payout', async () => {
  const soon = new Date(Date.now() + 249_000).toISOString();
  aPage({
    results: [
      inWindow(),
      inWindow({ id: 2, title: 'Beta', paysFrom: soon, outcomeName: null, outcomeId: null }),
    ],
  });
  const [first, second] = await screen.findAllByRole('article');
  if (!first || !second) throw new Error('there are two');
  expect(within(first).getByRole('heading', { name: 'Beta' })).toBeDefined();
  expect(within(first).getByRole('timer').textContent).toBe('4 min 09 s');
  expect(within(first).getByText('Void: stakes refunded')).toBeDefined();
  expect(within(second).getByRole('timer').textContent).toBe('1 h 05 min');
  expect(within(second).getByRole('link').getAttribute('rel')).toContain('noopener');
  expect(within(second).getByText(/2 of 3 open bets get/)).toBeDefined();
});

test('a result that is due can no longer be objected to', async () => {
  aPage({ results: [inWindow({ paysFrom: new Date(Date.now() - 1000).toISOString() })] });
  await screen.findByText('Objection window over');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Object/ }).disabled).toBe(true);
});

test('objects with a reason and a signature, and shows the result', async () => {
  const signer = aTestSigner(SELF);
  const { state, user } = aPage({ results: [inWindow({ id: 42 })], signer });
  await user.click(await screen.findByRole('button', { name: 'Object to the result of Alpha' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Object to this result?' }));
  await user.click(dialog.getByRole('button', { name: 'Object' }));
  expect(dialog.getByText(/Give a reason of at least 3 characters/)).toBeDefined();
  expect(state.objections).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' The other  team won ');
  const lines = [
    'Act: Object to a result',
    'Market: "Alpha" (m_a)',
    'Result: "Yes" wins',
    'Reason: "The other team won"',
    'Then: The market waits for another result',
    'Rehearsal: hash-1',
  ].join('\n');
  expect(dialog.getByText(/^Act:/).textContent).toBe(lines);
  await user.dblClick(dialog.getByRole('button', { name: 'Object' }));
  await screen.findByText('You objected to Alpha');
  expect(dialog.queryByText(/voids the market now/)).toBeNull();
  const signed = { nonce: 'nonce1', signature: 'ab'.repeat(65) };
  expect(state.objections).toEqual([
    { path: `${LIST}/42/object`, body: { reason: 'The other  team won', signed } },
  ]);
  expect(signer.signMessage.mock.calls).toEqual([[expect.stringContaining(`\n\n${lines}\n\nNonce: nonce1`)]]);
  await screen.findByText('Nothing to review');
});

test('the second objection says, and signs, that the market is void', async () => {
  const signer = aTestSigner(SELF);
  const { user } = aPage({ results: [inWindow({ objections: 1 })], signer });
  await user.click(await screen.findByRole('button', { name: 'Object to the result of Alpha' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Object to this result?' }));
  expect(dialog.getByText(/This voids the market now .* It can't be undone\.$/)).toBeDefined();
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Still wrong');
  await user.click(dialog.getByRole('button', { name: 'Object' }));
  await screen.findByText(/^The market is void/);
  expect(signer.signMessage.mock.calls[0]?.[0]).toContain(
    'Then: The market is void, every open stake is given back',
  );
});

test("an objection isn't sent if the wallet doesn't sign", async () => {
  const signer = aTestSigner(SELF);
  signer.signMessage.mockRejectedValueOnce(new WalletError('No', { code: 4001 }));
  const { state, user } = aPage({ results: [inWindow()], signer });
  await user.click(await screen.findByRole('button', { name: /^Object/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'The other team won');
  await user.click(dialog.getByRole('button', { name: 'Object' }));
  await dialog.findByText('Rejected in your wallet. Nothing was changed.');
  expect(state.objections).toEqual([]);
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The other team won');
});

test('an objection can be left while it waits for the wallet, whose later answer is ignored', async () => {
  const signer = aTestSigner(SELF);
  let sign = (_: string) => {};
  signer.signMessage.mockReturnValueOnce(new Promise((resolve) => (sign = resolve)));
  const { state, user } = aPage({ results: [inWindow()], signer });
  await user.click(await screen.findByRole('button', { name: /^Object/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'The other team won');
  await user.click(dialog.getByRole('button', { name: 'Object' }));
  await dialog.findByRole('button', { name: 'Sign in your wallet' });
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => sign('ab'.repeat(65)));
  expect(state.objections).toEqual([]);
});

test('a refused objection keeps its reason', async () => {
  const { state, user } = aPage({ results: [inWindow()], signer: aTestSigner(SELF) });
  await user.click(await screen.findByRole('button', { name: /^Object/ }));
  state.refusal = {
    status: 409,
    code: 'wrong-state',
    error: 'It is being paid already; nothing was changed.',
  };
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Too late?');
  await user.click(dialog.getByRole('button', { name: 'Object' }));
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('It is being paid already'));
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Too late?');
});

test('on a practice chain the sign-in explains the links to its wallets', async () => {
  const wallets = [{ name: 'Practice guardian', address: SELF }];
  aPage({ account: null, config: { practiceChain: { rpcUrl: 'http://127.0.0.1:8545', wallets } } });
  await screen.findByText("Open a practice wallet's link printed by npm run start:chain.");
});

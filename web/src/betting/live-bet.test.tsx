import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { betFailureSentence } from '@tallystone/core/betting/bet-failure';
import { refusalSentence } from '@tallystone/core/betting/refusal-sentence';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { stakeAuthorization, type TypedData, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { WireBet, WireConfig, WireMarket } from '@tallystone/core/http-api';
import { suspensionSentence } from '@tallystone/core/markets/suspension';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { betsQuery } from '../data/queries.ts';
import { createQueryClient } from '../data/query-client.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import {
  createMockDiscovery,
  createMockEvmWallet,
  createMockSolanaWallet,
  foundEvm,
  foundSolana,
} from '../wallet/mock-connector.ts';
import { useWallet, WalletProvider } from '../wallet/wallet-context.tsx';
import { createWalletSession } from '../wallet/wallet-session.ts';
import { BetDialog } from './bet-dialog.tsx';
import { BetSlipProvider, useBetSlip } from './bet-slip-context.tsx';
import { createMockBook, DEADLINE, LIVE } from './mock-book.ts';
import { TransactionToast } from './transaction-toast.tsx';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('compliance-accepted', 'true');
  // jsdom measures nothing.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(async () => {
  cleanup();
  dismissToast();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await chooseLanguage('en');
});

const MARKET_ID = 'm_aaaaaaaaaaaaaaaaaaab';
const BET_ID = 'b_abcdefghijklmnopqrst';
const TX = `0x${'ab'.repeat(32)}`;

/** A page in live mode: MetaMask on Polygon with 100 USDC, signed in, unless told otherwise. */
async function aPage({
  connect = 'Polygon/io.metamask',
  usdc = 100,
  config = {},
  market = {},
}: {
  connect?: string;
  /** What the node of the wallet says that it holds; null: it does not answer. */
  usdc?: number | null;
  config?: Partial<NonNullable<WireConfig['live']>>;
  market?: Partial<WireMarket>;
} = {}) {
  const book = createMockBook({
    config: { mode: 'live', live: { ...LIVE, ...config } },
    market: { id: MARKET_ID, ...market },
    limits: { balance: 0 },
  });
  vi.stubGlobal('fetch', book.fetch);
  const evm = createMockEvmWallet();
  const holds = (amount: number | null) => {
    if (amount === null) evm.node.delete('eth_call');
    else
      evm.node.set(
        'eth_call',
        () =>
          `0x${BigInt(Math.round(amount * 1e6))
            .toString(16)
            .padStart(64, '0')}`,
      );
  };
  holds(usdc);
  const nodeIsAt = (block: number) => evm.node.set('eth_blockNumber', () => `0x${block.toString(16)}`);
  nodeIsAt(71_234);
  const solana = createMockSolanaWallet();
  const session = createWalletSession({
    discovery: createMockDiscovery([foundEvm(evm), foundSolana(solana)]),
    loadConfig: () => callApi('getConfig'),
    readSolBalance: async () => 0,
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  session.start();
  const option = session.getOptions().find(({ id }) => id === connect);
  if (!option) throw new Error(`no wallet option ${connect}`);
  await session.connect(option);
  evm.calls.length = 0;
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <WalletProvider session={session}>
        <BetSlipProvider>
          <OutcomeOf book={book} />
          <MenuState />
          <BetDialog />
          <TransactionToast />
          <Toaster />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const openDialog = async () => {
    await user.click(screen.getByRole('button', { name: 'Harbour City' }));
    await screen.findByRole('dialog');
  };
  const type = async (text: string) => {
    await user.clear(amountField());
    await user.type(amountField(), text);
  };
  const prepare = async (text: string) => {
    await openDialog();
    await type(text);
    await waitFor(() => expect(placeButton().disabled).toBe(false));
  };
  const place = async (text: string) => {
    await prepare(text);
    await user.click(placeButton());
  };
  /** As if the chain had moved; the page hears of it when it looks next. */
  const follow = async ({ txHash, ...change }: Partial<WireBet>) => {
    book.follow(({ txHash: _, ...bet }) => ({ ...bet, ...(txHash && { txHash }), ...change }));
    await act(() => queryClient.invalidateQueries({ queryKey: betsQuery.queryKey }));
  };
  return { book, evm, solana, session, user, openDialog, type, prepare, place, holds, nodeIsAt, follow };
}

function OutcomeOf({ book }: { book: ReturnType<typeof createMockBook> }) {
  const { open } = useBetSlip();
  const market = book.market();
  const outcome = market.outcomes[0];
  return (
    <button type="button" onClick={() => outcome && open({ market, outcome })}>
      Harbour City
    </button>
  );
}

function MenuState() {
  const { menuOpen } = useWallet();
  return <p>{menuOpen ? 'menu open' : 'menu closed'}</p>;
}

const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount (USDC)');
const placeButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Place Bet|Placing Bet\.\.\.)$/ });
const reason = () => document.getElementById('bet-button-reason')?.textContent;
const prompts = (calls: readonly string[]) => calls.filter((call) => /sign/i.test(call));
const stages = () =>
  within(screen.getByRole('region', { name: 'Transaction' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** The bet as the contract will know it. */
const onChain = (bettor: string) => ({
  betId: chainIdOf(BET_ID),
  marketId: chainIdOf(MARKET_ID),
  bettor: bettor as `0x${string}`,
  outcome: 0,
  stake: microUsdc(25_000_000n),
  odds: microOdds(1_830_000n),
  deadline: DEADLINE,
});
const PLACE = { chainId: 137, escrow: LIVE.escrow as `0x${string}` };

describe('what will be signed', () => {
  test('stands in the dialog, both parts in words, before any prompt', async () => {
    const { prepare, evm } = await aPage();
    await prepare('25');
    expect(screen.getByText('1 of 2: your bet in words')).toBeDefined();
    expect(screen.getByText('Place bet: 25 on o_home at 1.83 odds')).toBeDefined();
    expect(screen.getByText('2 of 2: your 25.00 USDC into this bet')).toBeDefined();
    expect(screen.getByText(/Lets the escrow contract/).textContent).toMatch(
      /Lets the escrow contract 0x2e23\.\.\.470b take exactly this stake for exactly this bet, once, until Jan 01, 2099/,
    );
    expect(screen.getByText(/The first moves nothing; with the second this stake moves/)).toBeDefined();
    expect(screen.queryByText(/A signature, not a transfer/)).toBeNull();
    expect(prompts(evm.calls)).toEqual([]);
  });

  test('is asked for one after the other, each with its words, and is exactly this bet', async () => {
    const { place, evm, book } = await aPage();
    await place('25');
    await waitFor(() => expect(book.bets).toHaveLength(1));
    expect(prompts(evm.calls)).toEqual(['personal_sign', 'eth_signTypedData_v4']);

    const [address, json] = evm.lastParams('eth_signTypedData_v4') ?? [];
    expect(address).toBe(evm.address);
    const asked: TypedData = JSON.parse(String(json));
    const bet = onChain(evm.address);
    const token = { ...LIVE.usdc, address: LIVE.usdc.address as `0x${string}` };
    expect(asked).toEqual(stakeAuthorization(bet, PLACE, token));
    expect(asked.message).toMatchObject({ value: '25000000', nonce: hashEscrowBet(bet, PLACE) });

    const [sent] = book.sent;
    expect(sent?.body).toMatchObject({ amount: 25, odds: 1.83, quoteId: expect.stringMatching(/^quote-/) });
    expect(signerOf(asked, String(sent?.body.authorization))).toBe(evm.address.toLowerCase());
  });

  test('is named while the wallet is waited for', async () => {
    const { place, evm } = await aPage();
    evm.mood('eth_signTypedData_v4', 'hanging');
    await place('25');
    await waitFor(() => expect(reason()).toBe('2 of 2: your 25.00 USDC into this bet. Confirm in MetaMask.'));
  });

  test('stands in Spanish too', async () => {
    await chooseLanguage('es');
    const { openDialog, user } = await aPage();
    await openDialog();
    await user.type(screen.getByLabelText('Importe (USDC)'), '25');
    expect(await screen.findByText('2 de 2: tus 25.00 USDC en esta apuesta')).toBeDefined();
  });
});

describe('a signature that is not given', () => {
  test.each([
    ['personal_sign', 'The first of the two signatures was not given.', ['personal_sign']],
    [
      'eth_signTypedData_v4',
      'The second of the two signatures was not given, and the first alone takes nothing.',
      ['personal_sign', 'eth_signTypedData_v4'],
    ],
  ])('%s: nothing was taken, nothing is pending, and the dialog stays', async (method, words, asked) => {
    const { place, evm, book, user } = await aPage();
    evm.mood(method, 'refusing');
    await place('25');
    const dialog = within(screen.getByRole('dialog'));
    const notice = await dialog.findByRole('alert');
    expect(notice.textContent).toContain('Transaction rejected by user');
    expect(notice.textContent).toContain(
      `${words} Nothing was taken and nothing is pending. Press Place Bet to try again.`,
    );
    expect(prompts(evm.calls)).toEqual(asked);
    expect(book.sent).toEqual([]);
    expect(amountField().value).toBe('25');

    evm.mood(method, 'willing');
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });

  test('after a quote that ran out, the second is not asked for at all', async () => {
    const { place, evm, book } = await aPage();
    book.quoteUntil(new Date(Date.now() - 1000));
    await place('25');
    const notice = await within(screen.getByRole('dialog')).findByRole('alert');
    expect(notice.textContent).toContain(
      'The quote ran out before the second signature was asked for. Nothing was taken and nothing is pending.',
    );
    expect(prompts(evm.calls)).toEqual(['personal_sign']);
    expect(book.sent).toEqual([]);
  });

  test('a wallet that signs as a contract is told so, and nothing is sent', async () => {
    const { prepare, evm, book, user } = await aPage();
    await prepare('25');
    const request = evm.provider.request;
    evm.provider.request = async (call) =>
      call.method === 'eth_signTypedData_v4' ? `0x${'00'.repeat(96)}` : request(call);
    await user.click(placeButton());
    const notice = await within(screen.getByRole('dialog')).findByRole('alert');
    expect(notice.textContent).toContain('This wallet does not sign with one key');
    expect(book.sent).toEqual([]);
  });
});

describe('a bet that the server would refuse', () => {
  const onMarket = (parts: { chainHalt?: 'opening' | 'refused' }) => ({
    status: 409,
    code: 'market-suspended',
    error: refusalSentence({ kind: 'rejected', reason: 'market-suspended', ...parts }),
  });
  const refusals = [
    ['on a market that is being opened on the chain', onMarket({ chainHalt: 'opening' })],
    ['on a market that the contract takes no bets on', onMarket({ chainHalt: 'refused' })],
    [
      'on a market that nobody knows',
      {
        status: 404,
        code: 'unknown-market',
        error: refusalSentence({ kind: 'rejected', reason: 'unknown-market' }),
      },
    ],
    [
      'while the contract is paused',
      { status: 503, code: 'not-ready', error: 'The contract takes no new bets for now.' },
    ],
  ] as const;

  test.each(refusals)('%s is refused with the reason before any prompt', async (_, refusal) => {
    const { openDialog, type, user, evm, book } = await aPage();
    book.refuseQuotes(refusal);
    await openDialog();
    await type('25');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(refusal.error)).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    book.refuseQuotes(null);
    await user.click(dialog.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(placeButton().disabled).toBe(false));
    expect(prompts(evm.calls)).toEqual([]);
    expect(book.sent).toEqual([]);
  });

  test.each(refusals)('%s since it was quoted is found out when Place Bet is pressed', async (_, refusal) => {
    const { prepare, user, evm, book } = await aPage();
    await prepare('25');
    book.refuseQuotes(refusal);
    await user.click(placeButton());
    expect(await within(screen.getByRole('dialog')).findByText(refusal.error)).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    expect(prompts(evm.calls)).toEqual([]);
    expect(book.sent).toEqual([]);
  });

  test('while the server is not ready it goes on by itself, and the reason stays until then', async () => {
    const { openDialog, type, evm, book } = await aPage();
    const sentence = 'The blockchain is not followed now.';
    book.refuseQuotes({ status: 503, code: 'not-ready', error: sentence });
    await openDialog();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await type('25');
      const dialog = within(screen.getByRole('dialog'));
      await dialog.findByText(sentence);
      await act(() => vi.advanceTimersByTimeAsync(16_000));
      expect(dialog.getByText(sentence)).toBeDefined();
      expect(placeButton().disabled).toBe(true);
      book.refuseQuotes(null);
      await act(() => vi.advanceTimersByTimeAsync(6_000));
      await waitFor(() => expect(placeButton().disabled).toBe(false));
      expect(dialog.queryByText(sentence)).toBeNull();
      expect(prompts(evm.calls)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('says so in Spanish too', async () => {
    await chooseLanguage('es');
    const { openDialog, user, book } = await aPage();
    book.refuseQuotes(onMarket({ chainHalt: 'refused' }));
    await openDialog();
    await user.type(screen.getByLabelText('Importe (USDC)'), '25');
    expect(
      await screen.findByText(/El contrato en la blockchain no acepta apuestas en este mercado, así que no/),
    ).toBeDefined();
  });

  test.each(['opening', 'contract-refuses'] as const)(
    'on a market that the list says is %s asks for nothing',
    async (suspension) => {
      const { openDialog, evm, book } = await aPage({ market: { state: 'suspended', suspension } });
      book.refuseQuotes(onMarket({}));
      await openDialog();
      expect(await screen.findByText(suspensionSentence(suspension))).toBeDefined();
      expect(reason()).toBe('This market takes no bets now.');
      expect(placeButton().disabled).toBe(true);
      expect(prompts(evm.calls)).toEqual([]);
    },
  );

  test('after its quote ran out leaves nothing pending, and can be signed anew', async () => {
    const { place, user, book } = await aPage();
    const error = refusalSentence({ kind: 'rejected', reason: 'quote-expired' });
    book.behave({ status: 409, code: 'quote-expired', error });
    await place('25');
    const dialog = within(screen.getByRole('dialog'));
    expect((await dialog.findByRole('alert')).textContent).toContain(error);
    expect(book.bets).toEqual([]);
    book.behave('taking');
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });
});

describe('the USDC of the wallet', () => {
  test('is shown, and a stake above it is refused before any prompt', async () => {
    const { openDialog, type, evm } = await aPage({ usdc: 20 });
    await openDialog();
    expect(await screen.findByText('20.00')).toBeDefined();
    await type('25');
    await waitFor(() => expect(reason()).toBe('Above what your wallet has for bets: 20.00 USDC on Polygon.'));
    expect(placeButton().disabled).toBe(true);
    expect(prompts(evm.calls)).toEqual([]);
  });

  test('that went away since the dialog opened is found out when Place Bet is pressed', async () => {
    const { prepare, user, evm, holds, book } = await aPage();
    await prepare('25');
    holds(10);
    await user.click(placeButton());
    await waitFor(() => expect(reason()).toBe('Above what your wallet has for bets: 10.00 USDC on Polygon.'));
    expect(prompts(evm.calls)).toEqual([]);
    expect(book.sent).toEqual([]);
  });

  test('is less by the stakes that are not final yet', async () => {
    const { place, openDialog, follow, book } = await aPage();
    await place('25');
    await waitFor(() => expect(book.bets).toHaveLength(1));
    await follow({});
    await openDialog();
    expect(
      await screen.findByText('$25.00 is in bets that are not final yet, so $75.00 is free for another.'),
    ).toBeDefined();
  });

  test('counts a stake that has left it once, while its block is not final', async () => {
    const { place, openDialog, follow, holds, nodeIsAt, book } = await aPage();
    await place('25');
    await waitFor(() => expect(book.bets).toHaveLength(1));
    await follow({ txHash: TX, chain: { state: 'included', block: 71_235, blocksLeft: 12 } });
    await openDialog();
    // The node of the wallet does not have that block yet.
    expect(
      await screen.findByText('$25.00 is in bets that are not final yet, so $75.00 is free for another.'),
    ).toBeDefined();
    holds(75);
    nodeIsAt(71_235);
    await waitFor(() => expect(screen.queryByText('75.00')).not.toBeNull());
    expect(await screen.findByText('75.00')).toBeDefined();
    expect(screen.queryByText(/in bets that are not final yet/)).toBeNull();
    // The block is taken back, and with it the stake comes back.
    holds(100);
    await follow({ chain: { state: 'sent' } });
    expect(
      await screen.findByText('$25.00 is in bets that are not final yet, so $75.00 is free for another.'),
    ).toBeDefined();
  });

  test('that nobody can read is said so, and does not stand in the way: the server looks', async () => {
    const { prepare, user, holds } = await aPage({ usdc: null });
    await prepare('25');
    await screen.findByText(/The USDC of your wallet could not be read\./);
    holds(80);
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    expect(await screen.findByText('80.00')).toBeDefined();
  });

  test("is asked of the operator's node where the wallet's does not answer", async () => {
    const { openDialog, book } = await aPage({ usdc: null, config: { rpcUrl: 'https://node.example/' } });
    const behind = book.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input) !== 'https://node.example/') return behind(input, init);
      const { id, method } = JSON.parse(String(init?.body));
      const held = `0x${(42_500_000).toString(16).padStart(64, '0')}`;
      return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_call' ? held : '0x11640' });
    });
    await openDialog();
    expect(await screen.findByText('42.50')).toBeDefined();
  });
});

describe('a wallet of another chain', () => {
  test('is told where live bets are before anything is asked, and led there', async () => {
    const { openDialog, type, user, evm, session } = await aPage({ connect: 'Ethereum/io.metamask' });
    await openDialog();
    await type('25');
    expect(
      await screen.findByText(/Live bets are on Polygon for now, and you are signed in on Ethereum\./),
    ).toBeDefined();
    expect(reason()).toBe('Live bets are on Polygon for now.');
    expect(placeButton().disabled).toBe(true);
    expect(prompts(evm.calls)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Switch to Polygon' }));
    await waitFor(() => expect(session.getState().chain).toBe('Polygon'));
    await waitFor(() => expect(placeButton().disabled).toBe(false));
    expect(amountField().value).toBe('25');
  });

  test('of another kind is led to the wallets, and the slip stays', async () => {
    const { openDialog, type, user, session } = await aPage({ connect: 'Solana/phantom' });
    await openDialog();
    await type('25');
    expect(
      await screen.findByText(/Live bets are on Polygon for now, and this is a wallet of Solana\./),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Choose a wallet on Polygon' }));
    await screen.findByText('menu open');
    expect(session.getState().connected).toBe(false);
    const option = session.getOptions().find(({ id }) => id === 'Polygon/io.metamask');
    await act(async () => option && session.connect(option));
    await screen.findByRole('dialog');
    expect(amountField().value).toBe('25');
  });

  test('that changes its chain after the dialog opened is offered the way back, and asked nothing', async () => {
    const { prepare, evm } = await aPage();
    await prepare('25');
    act(() => evm.showChain('0x1'));
    await waitFor(() => expect(placeButton().disabled).toBe(true));
    expect(screen.getByRole('button', { name: 'Switch back to Polygon' })).toBeDefined();
    expect(prompts(evm.calls)).toEqual([]);
  });
});

describe('the toast follows the chain', () => {
  async function placed() {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const page = await aPage();
    await page.place('25');
    await screen.findByRole('heading', { name: 'Transaction Pending' });
    return page;
  }

  test('from accepted, over sent and its block, to final, with a link to the explorer', async () => {
    const { follow } = await placed();
    expect(stages()).toEqual([
      '1 of 2: your bet in words, done',
      '2 of 2: your 25.00 USDC into this bet, done',
      expect.stringMatching(/^Accepted, reference eth_.{6}, done$/),
      'Waiting to be sent to Polygon, under way',
      'Final on Polygon, not yet',
    ]);
    expect(screen.getByText('Confirming your bet on Polygon...')).toBeDefined();

    await follow({ chain: { state: 'sent' } });
    await waitFor(() => expect(stages()).toContain('Sent to Polygon, in no block yet, under way'));

    await follow({ txHash: TX, chain: { state: 'included', block: 71_234, blocksLeft: 12 } });
    await waitFor(() =>
      expect(stages().slice(2)).toEqual([
        'Accepted, transaction 0xabababab, done',
        'In block 71,234 of Polygon, done',
        'Final in about 12 blocks, under way',
      ]),
    );
    expect(screen.getByRole('link', { name: /View on polygonscan\.com/ }).getAttribute('href')).toBe(
      `https://polygonscan.com/tx/${TX}`,
    );
    expect(screen.queryByText('Bet Placed Successfully!')).toBeNull();

    await follow({ status: 'confirmed', txHash: TX, chain: { state: 'final', block: 71_234 } });
    await screen.findByRole('heading', { name: 'Bet Placed Successfully!' });
    expect(screen.getByText('Your bet has been confirmed on the blockchain')).toBeDefined();
    expect(screen.getByText('0xabababab')).toBeDefined();
    expect(stages().at(-1)).toBe('Final on Polygon, in block 71,234, done');
  });

  test('back from a block that the chain let go of: no transaction is named then', async () => {
    const { follow } = await placed();
    await follow({ txHash: TX, chain: { state: 'included', block: 71_234, blocksLeft: 12 } });
    await screen.findByRole('link', { name: /View on/ });
    await follow({ chain: { state: 'waiting' } });
    await waitFor(() => expect(stages()).toContain('Waiting to be sent to Polygon, under way'));
    expect(screen.queryByRole('link', { name: /View on/ })).toBeNull();
  });

  test('that was closed comes back when the bet fails on the chain, and says that nothing was taken', async () => {
    const { follow, user } = await placed();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Transaction' })).toBeNull();
    await follow({ status: 'failed', chain: { state: 'failed', failure: 'funds-too-low' } });
    await screen.findByRole('heading', { name: 'Transaction Failed' });
    expect(screen.getByText(betFailureSentence('funds-too-low'))).toBeDefined();
    expect(stages().at(-1)).toBe('Not on Polygon, did not happen');
  });

  test('names no explorer where no explorer shows the chain', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { place, follow } = await aPage({ config: { explorer: null } });
    await place('25');
    await screen.findByRole('heading', { name: 'Transaction Pending' });
    await follow({ txHash: TX, chain: { state: 'included', block: 7, blocksLeft: 1 } });
    await waitFor(() => expect(stages()).toContain('Final in about 1 block, under way'));
    expect(screen.queryByRole('link', { name: /View on/ })).toBeNull();
  });
});

/** Who signed typed data, in lower case. */
function signerOf(data: TypedData, signature: string): string {
  const bytes = hexToBytes(signature.slice(2));
  const recovered = Uint8Array.from([(bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64)]);
  const digest = hexToBytes(typedDataDigest(data).slice(2));
  const key = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
  const point = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1);
  return `0x${bytesToHex(keccak_256(point).subarray(-20))}`;
}

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { refusalMessage } from '@tallystone/core/betting/refusal-message';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { stakeAuthorization, type TypedData, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { DEADLINE, LIVE } from '@tallystone/testkit/mock-api/book.ts';
import { amountField, onAnEmptyPage, placeButton } from '@tallystone/testkit/page/bet-dialog.tsx';
import { aLivePage, MARKET_ID, prompts, reason } from '@tallystone/testkit/page/live-bet.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../texts/choose-language.ts';
import { suspension } from '../texts/en/suspension.ts';

onAnEmptyPage();

const BET_ID = 'b_abcdefghijklmnopqrst';

/** The bet as the contract sees it. */
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
  test('is described in the dialog, both parts, before any prompt', async () => {
    const { prepare, evm } = await aLivePage();
    await prepare('25');
    expect(screen.getByText('1 of 2: your bet')).toBeDefined();
    expect(screen.getByText('Place bet: 25 on o_home at 1.83 odds')).toBeDefined();
    expect(screen.getByText('2 of 2: your stake of 25.00 USDC')).toBeDefined();
    expect(screen.getByText(/Lets escrow contract/).textContent).toMatch(
      /Lets escrow contract 0x2e23\.\.\.470b take this stake once, until Jan 01, 2099/,
    );
    expect(screen.getByText(/Only the second signature moves your stake/)).toBeDefined();
    expect(screen.queryByText(/A signature, not a transfer/)).toBeNull();
    expect(prompts(evm.calls)).toEqual([]);
  });

  test('is requested in two steps, each with its text, and is exactly this bet', async () => {
    const { place, evm, book } = await aLivePage();
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

  test('is named while the page waits for the wallet', async () => {
    const { place, evm } = await aLivePage();
    evm.mood('eth_signTypedData_v4', 'hanging');
    await place('25');
    await waitFor(() => expect(reason()).toBe('2 of 2: your stake of 25.00 USDC. Confirm in MetaMask.'));
  });

  test('is described in Spanish too', async () => {
    await chooseLanguage('es');
    const { openDialog, user } = await aLivePage();
    await openDialog();
    await user.type(screen.getByLabelText('Importe (USDC)'), '25');
    expect(await screen.findByText('2 de 2: tu importe de 25.00 USDC')).toBeDefined();
  });
});

describe('a declined signature', () => {
  test.each([
    ['personal_sign', ['personal_sign']],
    ['eth_signTypedData_v4', ['personal_sign', 'eth_signTypedData_v4']],
  ])('%s: no bet was placed, nothing was taken, and the dialog stays', async (method, asked) => {
    const { place, evm, book, user } = await aLivePage();
    evm.mood(method, 'refusing');
    await place('25');
    const dialog = within(screen.getByRole('dialog'));
    const notice = await dialog.findByRole('alert');
    expect(notice.textContent).toContain('Transaction rejected by user');
    expect(notice.textContent).toContain('No bet was placed, no money taken. Press Place Bet to try again.');
    expect(prompts(evm.calls)).toEqual(asked);
    expect(book.sent).toEqual([]);
    expect(amountField().value).toBe('25');

    evm.mood(method, 'willing');
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });

  test('the second signature is not requested after the quote has expired', async () => {
    const { place, evm, book } = await aLivePage();
    book.quoteUntil(new Date(Date.now() - 1000));
    await place('25');
    const notice = await within(screen.getByRole('dialog')).findByRole('alert');
    expect(notice.textContent).toContain(
      'The quote expiredNo bet was placed, no money taken. Press Place Bet to try again.',
    );
    expect(prompts(evm.calls)).toEqual(['personal_sign']);
    expect(book.sent).toEqual([]);
  });

  test('a signature of a contract wallet is refused with a reason, and nothing is sent', async () => {
    const { prepare, evm, book, user } = await aLivePage();
    await prepare('25');
    const request = evm.provider.request;
    evm.provider.request = async (call) =>
      call.method === 'eth_signTypedData_v4' ? `0x${'00'.repeat(96)}` : request(call);
    await user.click(placeButton());
    const notice = await within(screen.getByRole('dialog')).findByRole('alert');
    expect(notice.textContent).toContain('Live bets need a wallet that signs with a single key');
    expect(book.sent).toEqual([]);
  });
});

describe('a bet that the server would refuse', () => {
  const onMarket = (parts: { chainHalt?: 'opening' | 'refused' }) => {
    const { sentence, reason } = refusalMessage({ kind: 'rejected', reason: 'market-suspended', ...parts });
    return { status: 409, code: 'market-suspended', error: sentence, reason };
  };
  const refusals = [
    ['on a market that is being opened on the chain', onMarket({ chainHalt: 'opening' })],
    ['on a market that the contract takes no bets on', onMarket({ chainHalt: 'refused' })],
    [
      'on an unknown market',
      {
        status: 404,
        code: 'unknown-market',
        error: refusalMessage({ kind: 'rejected', reason: 'unknown-market' }).sentence,
      },
    ],
    [
      'while the contract is paused',
      { status: 503, code: 'not-ready', error: 'The contract takes no new bets for now.' },
    ],
  ] as const;

  test.each(refusals)('%s is refused with the reason before any prompt', async (_, refusal) => {
    const { openDialog, type, user, evm, book } = await aLivePage();
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

  test.each(refusals)('%s since the quote is noticed when Place Bet is pressed', async (_, refusal) => {
    const { prepare, user, evm, book } = await aLivePage();
    await prepare('25');
    book.refuseQuotes(refusal);
    await user.click(placeButton());
    expect(await within(screen.getByRole('dialog')).findByText(refusal.error)).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    expect(prompts(evm.calls)).toEqual([]);
    expect(book.sent).toEqual([]);
  });

  test('shows the reason while the server is not ready, then continues without a press', async () => {
    const { openDialog, type, evm, book } = await aLivePage();
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
    const { openDialog, user, book } = await aLivePage();
    book.refuseQuotes(onMarket({ chainHalt: 'refused' }));
    await openDialog();
    await user.type(screen.getByLabelText('Importe (USDC)'), '25');
    expect(
      await screen.findByText(
        /El contrato en la cadena de bloques no acepta apuestas en este mercado, así que no/,
      ),
    ).toBeDefined();
  });

  test.each(['opening', 'contract-refuses', 'contract-unread'] as const)(
    'on a market suspended as %s is blocked with the reason, and the wallet is not asked',
    async (code) => {
      const { openDialog, evm, book } = await aLivePage({ market: { state: 'suspended', suspension: code } });
      book.refuseQuotes(onMarket({}));
      await openDialog();
      expect(await screen.findByText(suspension[code])).toBeDefined();
      expect(reason()).toBe('No bets accepted now.');
      expect(placeButton().disabled).toBe(true);
      expect(prompts(evm.calls)).toEqual([]);
    },
  );

  test('leaves nothing pending after its quote expired, and can be signed again', async () => {
    const { place, user, book } = await aLivePage();
    const error = refusalMessage({ kind: 'rejected', reason: 'quote-expired' }).sentence;
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

describe('a wallet of another chain', () => {
  test('sees where live bets are placed before it is asked to sign, and can switch there', async () => {
    const { openDialog, type, user, evm, session } = await aLivePage({ connect: 'Ethereum/io.metamask' });
    await openDialog();
    await type('25');
    expect(
      await screen.findByText(/Live bets are only on Polygon; you are signed in on Ethereum\./),
    ).toBeDefined();
    expect(reason()).toBe('Live bets are only on Polygon.');
    expect(placeButton().disabled).toBe(true);
    expect(prompts(evm.calls)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Switch to Polygon' }));
    await waitFor(() => expect(session.getState().chain).toBe('Polygon'));
    await waitFor(() => expect(placeButton().disabled).toBe(false));
    expect(amountField().value).toBe('25');
  });

  test('of another kind is offered other wallets, and the slip stays', async () => {
    const { openDialog, type, user, session } = await aLivePage({ connect: 'Solana/phantom' });
    await openDialog();
    await type('25');
    expect(await screen.findByText(/Live bets are only on Polygon; this is a Solana wallet\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Choose a Polygon wallet' }));
    await screen.findByText('menu open');
    expect(session.getState().connected).toBe(false);
    const option = session.getOptions().find(({ id }) => id === 'Polygon/io.metamask');
    await act(async () => option && session.connect(option));
    await screen.findByRole('dialog');
    expect(amountField().value).toBe('25');
  });

  test('that changes its chain after the dialog opened can switch back, and is not asked to sign', async () => {
    const { prepare, evm } = await aLivePage();
    await prepare('25');
    act(() => evm.showChain('0x1'));
    await waitFor(() => expect(placeButton().disabled).toBe(true));
    expect(screen.getByRole('button', { name: 'Switch back to Polygon' })).toBeDefined();
    expect(prompts(evm.calls)).toEqual([]);
  });
});

/** The address that signed typed data, in lower case. */
function signerOf(data: TypedData, signature: string): string {
  const bytes = hexToBytes(signature.slice(2));
  const recovered = Uint8Array.from([(bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64)]);
  const digest = hexToBytes(typedDataDigest(data).slice(2));
  const key = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
  const point = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1);
  return `0x${bytesToHex(keccak_256(point).subarray(-20))}`;
}

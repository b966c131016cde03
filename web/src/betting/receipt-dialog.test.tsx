import {
  addressWord,
  fixedBytesWord,
  keccakOfText,
  toHex,
  uintWord,
} from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireReceipt, WireReceiptProof } from '@tallystone/core/http-api/receipts';
import { betLeaf, endingLeaf, entryLeaf, soldPartLeaf } from '@tallystone/core/ledger/receipt-leaf';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { LIVE } from '@tallystone/testkit/mock-api/book.ts';
import { proofsOf } from '@tallystone/testkit/mock-api/proofs-of.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { createMockEvmWallet } from '@tallystone/testkit/wallets/mock-connector.ts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { receiptFits } from './receipt-fits.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bet = aBet({ status: 'settled', result: 'won', paid: 46.25, profit: 21.25 });

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1e6)));

/** A receipt with real seals, made as the server makes them. */
function aReceipt(of: WireBet = bet, sealed: WireBet = of): WireReceipt {
  const leaves = [
    betLeaf({
      entryId: 7,
      betId: sealed.id,
      userId: 'u_one',
      marketId: sealed.marketId,
      outcomeId: sealed.outcomeId,
      stake: microUsdc(BigInt(Math.round(sealed.amount * 1e6))),
      odds: microOdds(BigInt(Math.round(sealed.odds * 1e6))),
      filledBy:
        sealed.minOdds === undefined
          ? null
          : { signedOdds: microOdds(BigInt(Math.round(sealed.minOdds * 1e6))), rule: 2 },
      payout: microUsdc(BigInt(Math.round(sealed.totalReturn * 1e6))),
      placedAt: new Date(sealed.placedAt),
      closesAt: new Date('2026-11-20T12:00:00.000Z'),
      marketVersion: 7,
      signedHash: 'ab'.repeat(32),
    }),
    endingLeaf({
      entryId: 9,
      betId: sealed.id,
      kind: 'payout',
      amount: usdc((sealed.paid ?? 0) - (sealed.sold?.paid ?? 0)),
      endedAt: new Date('2026-11-20T12:02:00.000Z'),
    }),
    entryLeaf({
      entryId: 7,
      kind: 'bet',
      key: 'k',
      postings: [{ id: 1, from: 1, to: 2, amount: microUsdc(25_000_000n) }],
    }),
  ];
  return {
    bet: of,
    entries: [
      {
        id: 7,
        kind: 'bet',
        at: of.placedAt,
        postings: [{ from: 'user:u_one', to: 'escrow:m_match', amount: 25 }],
      },
    ],
    proofs: proofsOf(leaves),
    sealed: true,
  };
}

const withProofs = (change: (proof: WireReceiptProof) => WireReceiptProof) => (receipt: WireReceipt) => ({
  ...receipt,
  proofs: receipt.proofs.map(change),
});

const aPage = (receipt: WireReceipt) =>
  anAccountPage({
    receipts: { [receipt.bet.id]: receipt },
    children: <ReceiptDialog bet={receipt.bet} onClose={() => {}} />,
  });

describe('the receipt', () => {
  test('is checked in the browser, and shows the bet and its entries in the books', async () => {
    await aPage(aReceipt());
    await screen.findByText('Checked in your browser');
    expect(screen.getByText(/to row 41 of the audit chain/)).toBeDefined();
    expect(screen.getByText('You → Escrow of Harbour City v Northgate').nextElementSibling?.textContent).toBe(
      '$25.00',
    );
    expect(screen.getByText('Paid').nextElementSibling?.textContent).toBe('$46.25');
  });

  test('says that a bet was cashed out automatically', async () => {
    const ended = { status: 'settled', result: 'cashed-out', paid: 31.2, profit: 6.2 } as const;
    const automatic = { amount: 30, placedAt: '2026-11-20T11:00:00.000Z' };
    await aPage(aReceipt(aBet({ ...ended, automatic })));
    expect((await screen.findByText('Result')).nextElementSibling?.textContent).toBe(
      'Cashed out automatically',
    );
  });

  test('of a bet filled above the signed odds shows both, and fails if either was changed', async () => {
    const filled = aBet({ ...bet, minOdds: 1.8 });
    await aPage(aReceipt(filled));
    await screen.findByText('Checked in your browser');
    expect(screen.getByText('Lowest signed odds').nextElementSibling?.textContent).toBe('1.80x');
    cleanup();
    const other = aReceipt(filled);
    await aPage({ ...other, bet: { ...other.bet, minOdds: 1.79 } });
    await screen.findByText('Does not match');
  });

  test.each<[string, (receipt: WireReceipt) => WireReceipt]>([
    ['another stake', (receipt) => ({ ...receipt, bet: { ...receipt.bet, amount: 26 } })],
    ['another payment', (receipt) => ({ ...receipt, bet: { ...receipt.bet, paid: 46.26 } })],
    // The user id is in the leaf only, so only its hash shows the change.
    ['an altered leaf', withProofs((proof) => ({ ...proof, leaf: proof.leaf.replace('u_one', 'u_two') }))],
    [
      'a broken chain',
      withProofs((proof) => ({ ...proof, chain: { ...proof.chain, hash: 'ff'.repeat(32) } })),
    ],
    ['an entry that is not listed', (receipt) => ({ ...receipt, entries: [] })],
    ['a leaf of another kind', withProofs((proof) => ({ ...proof, leaf: 'note|hello' }))],
    ['no leaf of the bet', (receipt) => ({ ...receipt, proofs: receipt.proofs.slice(1) })],
  ])('with %s does not match, and says what to do', async (_, tamper) => {
    await aPage(tamper(aReceipt()));
    await screen.findByText('Does not match');
    expect(screen.queryByText('Checked in your browser')).toBeNull();
  });

  test('of another bet proves nothing about this one', () => {
    expect(receiptFits(aReceipt(bet, { ...bet, id: 'b_other' }))).toBe(false);
    expect(receiptFits(aReceipt())).toBe(true);
  });

  describe('of a bet with sold parts', () => {
    const parted = aBet({
      ...bet,
      ...{ paid: 34.5, profit: 9.5, sold: { stake: 10, totalReturn: 18.5, paid: 6.75 } },
    });
    const part = (openStake: number, stake: number, amount: number, betId = parted.id) =>
      soldPartLeaf({
        ...{
          entryId: openStake,
          betId,
          openStake: usdc(openStake),
          stake: usdc(stake),
          amount: usdc(amount),
        },
        ...{ payout: usdc(stake * 1.85), soldAt: new Date('2026-11-20T11:00:00.000Z') },
      });
    const FIRST = part(25, 6, 4);
    /** Its receipt with the leaves of these parts. */
    const withParts = (parts: string[], sealed = true): WireReceipt => ({
      ...aReceipt(parted),
      proofs: proofsOf([...aReceipt(parted).proofs.map(({ leaf }) => leaf), ...parts]),
      sealed,
    });

    test('has the leaf of each part, and says what they paid', async () => {
      await aPage(withParts([FIRST, part(19, 4, 2.75)]));
      await screen.findByText('Checked in your browser');
      expect(screen.getByText('Sold in parts').nextElementSibling?.textContent).toBe('$10.00 for $6.75');
    });

    test('says stake and return both of the whole bet, then both of the rest', async () => {
      await aPage(withParts([FIRST, part(19, 4, 2.75)]));
      await screen.findByText('Checked in your browser');
      const said = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
      expect(said('Stake')).toBe('$25.00');
      expect(said('Odds')).toBe('1.85x');
      expect(said('Total return if won')).toBe('$46.25');
      expect(said('Return of the rest if won')).toBe('$27.75 for $15.00');
    });

    test('lacks some of them only until all are sealed', () => {
      expect(receiptFits(withParts([FIRST], false))).toBe(true);
      expect(receiptFits(withParts([FIRST]))).toBe(false);
    });

    test.each([
      ['more than was sold', [FIRST, part(19, 4.5, 2.75)]],
      ['another payment', [FIRST, part(19, 4, 2.74)]],
      ['another bet', [FIRST, part(19, 4, 2.75, 'b_other')]],
    ])('does not match with a part of %s', (_, parts) => {
      expect(receiptFits(withParts(parts))).toBe(false);
    });
  });

  test('that is not sealed yet is read again until it is', async () => {
    const { account } = await aPage({ ...aReceipt(), proofs: [], sealed: false });
    await screen.findByText('Sealing');
    account.seal(aReceipt());
    await screen.findByText('Checked in your browser');
  });

  test('is downloaded unchanged', async () => {
    const files: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (blob: Blob) => `blob:${files.push(blob)}`,
        revokeObjectURL: () => {},
      }),
    );
    const { user } = await aPage(aReceipt());
    await user.click(await screen.findByRole('button', { name: 'Download JSON' }));
    expect(files[0]?.type).toBe('application/json');
    expect(files[0]?.size).toBe(new Blob([JSON.stringify(aReceipt(), null, 2)]).size);
  });
});

describe('the receipt of a live bet', () => {
  const evm = () => createMockEvmWallet();
  const bettor = evm().address;
  const live = aBet({
    id: 'b_abcdefghijklmnopqrst',
    marketId: 'm_aaaaaaaaaaaaaaaaaaab',
    status: 'settled',
    result: 'won',
    paid: 46.25,
    profit: 21.25,
    txHash: `0x${'ab'.repeat(32)}`,
  });
  const placed = { txHash: `0x${'ab'.repeat(32)}`, block: 300, logIndex: 17 };
  const ended = { txHash: `0x${'cd'.repeat(32)}`, block: 420, logIndex: 3, kind: 'paid' as const };
  const receipt: WireReceipt = {
    ...aReceipt(live),
    chain: { chainId: 137, escrow: LIVE.escrow, bettor, outcome: 1, placed, ended },
  };

  /** A node's answer for a transaction with one event of the contract. */
  const transaction = (at: typeof placed, event: string, data: Uint8Array[]) => ({
    transactionHash: at.txHash,
    status: '0x1',
    blockNumber: `0x${at.block.toString(16)}`,
    logs: [
      {
        address: LIVE.escrow,
        logIndex: `0x${at.logIndex.toString(16)}`,
        topics: [
          toHex(keccakOfText(event)),
          toHex(fixedBytesWord(chainIdOf(live.id), 32)),
          toHex(fixedBytesWord(chainIdOf(live.marketId), 16)),
          toHex(addressWord(bettor as `0x${string}`)),
        ],
        data: `0x${data.map((word) => toHex(word).slice(2)).join('')}`,
      },
    ],
  });
  const stakedWith = (stake: bigint) =>
    transaction(placed, 'BetPlaced(bytes32,bytes16,address,uint8,uint64,uint64)', [
      uintWord(1),
      uintWord(stake),
      uintWord(46_250_000n),
    ]);
  const paid = transaction(ended, 'BetPaid(bytes32,bytes16,address,uint64)', [uintWord(46_250_000n)]);

  function aLivePage(answers: { placed: unknown; ended: unknown } | null, of: WireReceipt = receipt) {
    const wallet = evm();
    const said = { answers };
    wallet.node.set('eth_getTransactionReceipt', ([hash]) => {
      if (said.answers === null) throw new Error('busy');
      return hash === placed.txHash ? said.answers.placed : said.answers.ended;
    });
    return anAccountPage({
      wallet,
      config: { mode: 'live', live: LIVE },
      receipts: { [of.bet.id]: of },
      children: <ReceiptDialog bet={of.bet} onClose={() => {}} />,
    }).then((page) => ({ ...page, said }));
  }

  test("is compared with the chain through the wallet's node, and links its transactions", async () => {
    await aLivePage({ placed: stakedWith(25_000_000n), ended: paid });
    await screen.findByText('The blockchain matches');
    expect(screen.getByText('Block 300, event 17')).toBeDefined();
    expect(screen.getByText('Payout transaction')).toBeDefined();
    const links = screen.getAllByRole('link', { name: /View on polygonscan\.com/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `https://polygonscan.com/tx/${placed.txHash}`,
      `https://polygonscan.com/tx/${ended.txHash}`,
    ]);
  });

  test('with another stake on the chain says what differs, and can be compared again', async () => {
    const { user, said } = await aLivePage({ placed: stakedWith(24_999_999n), ended: paid });
    await screen.findByText('The blockchain does not match');
    expect(screen.getByText(/^Mismatch: stake\./)).toBeDefined();
    said.answers = { placed: stakedWith(25_000_000n), ended: paid };
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText('The blockchain matches');
  });

  test("for another wallet's bet does not pass for this wallet's", async () => {
    const chain = { ...receipt.chain, bettor: `0x${'11'.repeat(20)}` } as NonNullable<WireReceipt['chain']>;
    await aLivePage({ placed: stakedWith(25_000_000n), ended: paid }, { ...receipt, chain });
    await screen.findByText(/^Mismatch: wallet\./);
  });

  test('says that the node does not know the bet yet', async () => {
    await aLivePage({ placed: null, ended: null });
    await screen.findByText('Transaction not found');
  });

  test('proves nothing if no node answers, and says where to look', async () => {
    await aLivePage(null);
    await screen.findByText('No node answered');
    expect(screen.queryByText('The blockchain matches')).toBeNull();
  });
});

import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { betsQuery } from '@tallystone/web/data/queries.ts';
import { act } from '@testing-library/react';
import { createMockBook, LIVE } from '../mock-api/book.ts';
import { createMockEvmWallet } from '../wallets/mock-connector.ts';
import { aDialogPage, placeButton } from './bet-dialog.tsx';

export const MARKET_ID = 'm_aaaaaaaaaaaaaaaaaaab';

/** A page in live mode: by default MetaMask on Polygon with 100 USDC, signed in. */
export async function aLivePage({
  connect = 'Polygon/io.metamask',
  usdc = 100,
  config = {},
  market = {},
}: {
  connect?: string;
  /** The balance that the wallet's node reports; null: it doesn't answer. */
  usdc?: number | null;
  config?: Partial<NonNullable<WireConfig['live']>>;
  market?: Partial<WireMarket>;
} = {}) {
  const book = createMockBook({
    config: { mode: 'live', live: { ...LIVE, ...config } },
    market: { id: MARKET_ID, ...market },
    limits: { balance: 0 },
  });
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
  const page = await aDialogPage({ book, connect, evm });
  const place = async (text: string) => {
    await page.prepare(text);
    await page.user.click(placeButton());
  };
  /** Simulates progress of the chain; the page sees it at its next read. */
  const follow = async ({ txHash, ...change }: Partial<WireBet>) => {
    book.follow(({ txHash: _, ...bet }) => ({ ...bet, ...(txHash && { txHash }), ...change }));
    await act(() => page.queryClient.invalidateQueries({ queryKey: betsQuery.queryKey }));
  };
  return { ...page, book, holds, nodeIsAt, place, follow };
}

/** Why the button can't be pressed. */
export const reason = () => document.getElementById('bet-button-reason')?.textContent;
export const prompts = (calls: readonly string[]) => calls.filter((call) => /sign/i.test(call));

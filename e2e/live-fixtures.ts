import type { WireMarket } from '@tallystone/core/http-api/markets';
import { test as onChain, walletNamed } from './chain-fixtures.ts';
import { LiveRival } from './live-rival.ts';
import { newName } from './new-name.ts';

const STAKES = { winner: 40, loser: 25 };
/** Long after the bets, even on a slow machine: the test moves the clock forward to it. */
export const CLOSES_IN_MS = 3_600_000;

/** The market that the test ends, and its bets. */
export interface LiveMarket extends WireMarket {
  /** USDC. */
  readonly payout: number;
  readonly stakes: number;
}

/** A market on a live chain with two bets, of which the first wins. It closes in {@link CLOSES_IN_MS}. */
export const test = onChain.extend<object, { begun: LiveMarket }>({
  objectionWindow: 7200,
  begun: [
    async ({ app, chain }, use) => {
      const enter = (name: string) => LiveRival.signIn(app.url, walletNamed(chain, name).key);
      const admin = await enter('Practice admin 1');
      const eventDate = new Date(Date.now() + CLOSES_IN_MS).toISOString();
      const market = await admin.openMarket({ title: newName('Live'), eventDate });
      const winner = await enter('Practice bettor 1');
      const { totalReturn } = await winner.bet(market, 0, STAKES.winner);
      const loser = await enter('Practice bettor 2');
      await loser.bet(market, 1, STAKES.loser);
      await use({ ...market, payout: totalReturn, stakes: STAKES.winner + STAKES.loser });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

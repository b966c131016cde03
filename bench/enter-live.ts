import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { type LiveBettor, signInLiveBettor } from './live-bettor.ts';
import type { LiveServer } from './live-server.ts';
import type { Random } from './random.ts';

/** Micro-USDC. */
const FUNDS = 1_000_000_000n;

/** Bettors with 1,000 USDC each on the chain, signed in by their wallets. */
export async function enterLive({
  live,
  lanes,
  random,
  count,
}: {
  live: LiveServer;
  lanes: readonly HttpConnection[];
  random: Random;
  count: number;
}): Promise<LiveBettor[]> {
  const bettors: LiveBettor[] = [];
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (next++ < count) bettors.push(await signInLiveBettor(lane, random));
    }),
  );
  await live.chain.mintEach(bettors.map(({ wallet }) => ({ to: wallet.address, amount: FUNDS })));
  return bettors;
}

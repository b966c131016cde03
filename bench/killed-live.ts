import { setTimeout as sleep } from 'node:timers/promises';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { ConnectionLost, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { readJson } from './bettor.ts';
import { checkBooks } from './check-books.ts';
import type { Reader } from './database.ts';
import { askLiveQuote, type LiveBettor, type SignedLiveBet, signLiveBet } from './live-bettor.ts';
import type { LiveServer } from './live-server.ts';
import { listPlacedOnChain } from './placed-on-chain.ts';
import { sendSurely } from './send-surely.ts';
import { untilNoneIsPending } from './until-none-is-pending.ts';
import { withLanes } from './with-lanes.ts';

/** USDC of each bet. */
const AMOUNT = 2;
const LANES = 4;
const ENDS_WITHIN_MS = 300_000;

/** Counts while a live server is killed and started again. */
export interface KilledLive {
  readonly live: LiveServer;
  readonly accepted: SignedLiveBet[];
  /** Sent, and never answered. */
  readonly unanswered: SignedLiveBet[];
  readonly problems: string[];
  /** Bets that the server doesn't know after their request was lost: they were never accepted. */
  neverAccepted: number;
}

/** The ends of all accepted bets. */
export interface Accounts {
  readonly accepted: number;
  readonly confirmed: number;
  readonly failed: number;
  readonly neverAccepted: number;
}

/** Quotes, signs and sends one bet. If the server disappears before it answers, sends again once it is back. */
export async function betOnce(
  { live, accepted, unanswered, problems }: KilledLive,
  { bettor, market, outcome }: { bettor: LiveBettor; market: WireListedMarket; outcome: number },
): Promise<void> {
  const outcomeId = market.outcomes[outcome]?.id ?? '';
  let signed: SignedLiveBet | null = null;
  try {
    const lane = new HttpConnection(live.server.port);
    try {
      const order = { bettor, marketId: market.id, outcomeId, amount: AMOUNT };
      const quote = await askLiveQuote(lane, order);
      signed = signLiveBet({ terms: live.terms, bettor, market, quote });
    } finally {
      lane.close();
    }
    const answer = await sendSurely(live.server.port, signed.request);
    if (answer.status === 200) accepted.push(signed);
    else if (!isOddsChanged(answer.body)) problems.push(`a bet was refused: ${answer.status} ${answer.body}`);
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    if (signed !== null) unanswered.push(signed);
  }
}

const isOddsChanged = (body: Buffer): boolean =>
  // The server's error schema promises this.
  (JSON.parse(body.toString()) as WireError).code === 'odds-changed';

/** Sends unanswered requests again, as an app does. */
export async function sendAgain(scene: KilledLive): Promise<void> {
  const { live, accepted, unanswered } = scene;
  for (const signed of unanswered.splice(0)) {
    try {
      const answer = await sendSurely(live.server.port, signed.request);
      if (answer.status === 200) {
        const { id } = readJson<{ id: string }>(answer);
        if (id !== signed.id) scene.problems.push(`a bet sent again became another one: ${id}`);
        accepted.push(signed);
      } else scene.neverAccepted += 1;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      unanswered.push(signed);
    }
  }
}

/** Waits until the server has died. @returns null if it died at the right point, otherwise what it did */
export async function requireDeath(
  { server }: LiveServer,
  { point, withinMs }: { point: string; withinMs: number },
): Promise<string | null> {
  const how = await Promise.race([server.ended(), sleep(withinMs, null, { ref: false })]);
  if (how === null) {
    await server.kill();
    return 'it did not die';
  }
  const isThere = server.said.includes(`failpoint ${point} of process`);
  return how === 'SIGKILL' && isThere
    ? null
    : `it ended by ${how}, and not there: ${server.said.slice(-500)}`;
}

/** Waits until nothing is in progress any more, and compares what is shown with the chain. */
export async function settleAccounts(
  { live, accepted, problems, neverAccepted }: KilledLive,
  { reader, bettors }: { reader: Reader; bettors: readonly LiveBettor[] },
): Promise<Accounts> {
  const everybody = [
    ...new Map(
      [...bettors, ...accepted.map((signed) => signed.bettor)].map((one) => [one.wallet.address, one]),
    ).values(),
  ];
  const shown = await withLanes({ port: live.server.port, count: LANES }, (lanes) =>
    untilNoneIsPending({ lanes, bettors: everybody }),
  );
  const placed = await listPlacedOnChain(live.chain);

  let confirmed = 0;
  let failed = 0;
  for (const { id, stake, payout, betHash, bettor } of accepted) {
    const [bet, there] = [shown.get(id), placed.get(id)];
    if (bet?.status === 'confirmed' || bet?.status === 'settled') {
      const isSame = there?.stake === stake && there.payout === payout && there.txHash === bet.txHash;
      if (isSame) confirmed += 1;
      else problems.push(`${id} is shown as confirmed and is not on the chain as signed`);
    } else if (bet?.status === 'failed') {
      const isTaken = await isSpent(live, bettor, betHash);
      if (there === undefined && !isTaken) failed += 1;
      else problems.push(`${id} is shown as failed, and its stake was taken`);
    } else problems.push(`${id} was accepted and is shown as ${bet?.status ?? 'nothing'}`);
  }
  const known = new Set(accepted.map(({ id }) => id));
  for (const id of placed.keys())
    if (!known.has(id) && !shown.has(id)) problems.push(`${id} is on the chain and in no list`);
  problems.push(...(await listLeftOver(reader)), ...(await checkBooks(reader)));
  return { accepted: accepted.length, confirmed, failed, neverAccepted };
}

async function isSpent(live: LiveServer, { wallet }: LiveBettor, betHash: string): Promise<boolean> {
  // authorizationState(address,bytes32)
  const data = `0xe94a0102${wallet.address.slice(2).toLowerCase().padStart(64, '0')}${betHash.slice(2)}`;
  const said = await live.chain.rpc('eth_call', [{ to: live.chain.usdc, data }, 'finalized']);
  return BigInt(String(said)) !== 0n;
}

/** What should be finished by now and isn't. */
async function listLeftOver({ rows }: Reader): Promise<string[]> {
  const giveUpAt = performance.now() + ENDS_WITHIN_MS;
  for (;;) {
    const left = await rows(`
      select key || ' is ' || state as what from chain_calls where state in ('queued', 'sent', 'included')
      union all select id || ' is pending' from live_bets where state = 'pending'
      union all select bet_id || ' is ' || state || ' in the contract' from chain_payouts where state in ('due', 'sent')
      union all select id || ' has pending sums' from outcomes where pending_returns <> 0 or pending_stakes <> 0`);
    if (left.length === 0) return [];
    if (performance.now() > giveUpAt) return left.map(({ what }) => `left over: ${what}`);
    await sleep(500);
  }
}

import { cashOutMessage, partialCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { leastInPlay } from '@tallystone/core/betting/least-in-play';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { WireCashOut, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { type Bettor, readJson } from './bettor.ts';
import { microOf } from './house-market.ts';
import { sendUntilAnswered } from './send-surely.ts';
import { until } from './until.ts';

/**
 * Sells a part of a bet as soon as it can be sold, for what it is worth then. While its game is played, the answer says how long the
 * sale waits.
 *
 * @param stake of the part, USDC
 */
export async function sellPart(
  connection: HttpConnection,
  { bettor, betId, stake }: { bettor: Bettor; betId: string; stake: number },
): Promise<WireCashOut> {
  const { amount, openStake } = await askWorth(connection, { bettor, betId, query: `?stake=${stake}` });
  const text = partialCashOutMessage({
    betId,
    stake: wireNumberText(stake),
    of: wireNumberText(openStake),
    amount: wireNumberText(amount),
  });
  const json = { amount, part: { stake, of: openStake }, signature: bettor.wallet.sign(text) };
  return send(connection, { bettor, betId, json });
}

/** The same for all that is open of a bet. */
export async function sellBet(
  connection: HttpConnection,
  { bettor, betId }: { bettor: Bettor; betId: string },
): Promise<WireCashOut> {
  const { amount } = await askWorth(connection, { bettor, betId, query: '' });
  const text = cashOutMessage({ betId, amount: wireNumberText(amount) });
  return send(connection, { bettor, betId, json: { amount, signature: bettor.wallet.sign(text) } });
}

/** @returns what can be signed, USDC: while the game is played, the least that the app suggests */
const askWorth = (
  connection: HttpConnection,
  { bettor: { token }, betId, query }: { bettor: Bettor; betId: string; query: string },
) =>
  until(async () => {
    const asked = httpRequest({ path: `/api/bets/${betId}/cash-out${query}`, token });
    const quote = readJson<WireCashOutQuote>(await sendUntilAnswered(connection, asked));
    const { amount, openStake, delay } = quote;
    if (amount === null) return null;
    const least = delay === undefined ? amount : usdcToNumber(leastInPlay(microUsdc(microOf(amount))));
    return { amount: least, openStake };
  }, `the value of bet ${betId}`);

async function send(
  connection: HttpConnection,
  { bettor: { token }, betId, json }: { bettor: Bettor; betId: string; json: object },
): Promise<WireCashOut> {
  const path = `/api/bets/${betId}/cash-out`;
  return readJson(await sendUntilAnswered(connection, httpRequest({ method: 'POST', path, token, json })));
}

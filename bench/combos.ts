import { randomUUID } from 'node:crypto';
import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import type {
  WireCombo,
  WireComboCashOut,
  WireComboCashOutQuote,
  WireComboQuote,
} from '@tallystone/core/http-api/combos';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { type Bettor, readJson } from './bettor.ts';
import { sendUntilAnswered } from './send-surely.ts';
import { until } from './until.ts';

interface Order {
  readonly bettor: Bettor;
  readonly legs: readonly { marketId: string; outcomeId: string }[];
  readonly amount: number;
}

/** Places a combo at its odds now. @throws Error if it is refused */
export async function placeCombo(connection: HttpConnection, order: Order): Promise<WireCombo> {
  const { bettor, legs, amount } = order;
  const { token, wallet } = bettor;
  const post = async (path: string, json: object, headers = {}) =>
    sendUntilAnswered(connection, httpRequest({ method: 'POST', path, token, headers, json }));
  const { odds, why } = readJson<WireComboQuote>(await post('/api/combos/quote', { legs }));
  if (odds === null) throw new Error(`no combo: ${JSON.stringify(why)}`);
  const outcomeIds = legs.map(({ outcomeId }) => outcomeId);
  const signature = wallet.sign(comboMessage({ amount: String(amount), outcomeIds, odds: String(odds) }));
  const json = { publicKey: wallet.address, legs, amount, odds, signature };
  return readJson(await post('/api/combos', json, { 'idempotency-key': randomUUID() }));
}

/** Cashes a combo out as soon as it can be, for what it is worth then: asks again if a price moves meanwhile. */
export async function sellCombo(
  connection: HttpConnection,
  { bettor, comboId }: { bettor: Bettor; comboId: string },
): Promise<void> {
  const { token, wallet } = bettor;
  const path = `/api/combos/${comboId}/cash-out`;
  await until(async () => {
    const asked = await sendUntilAnswered(connection, httpRequest({ path, token }));
    const { amount } = readJson<WireComboCashOutQuote>(asked);
    if (amount === null) return null;
    const signature = wallet.sign(cashOutMessage({ betId: comboId, amount: String(amount) }));
    const request = httpRequest({ method: 'POST', path, token, json: { amount, signature } });
    const answer = await sendUntilAnswered(connection, request);
    if (answer.status === 409 && JSON.parse(answer.body.toString()).code === 'odds-changed') return null;
    return readJson<WireComboCashOut>(answer);
  }, 'the cash-out of a combo');
}

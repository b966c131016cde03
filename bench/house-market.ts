import { randomUUID } from 'node:crypto';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { Admin } from './admin.ts';
import { askQuote, type Bettor, readJson, readPlacedBet, signBet } from './bettor.ts';
import { sendUntilAnswered } from './send-surely.ts';

/** An acknowledged bet. Amounts in micro-USDC. */
export interface AcknowledgedBet {
  readonly id: string;
  readonly bettor: Bettor;
  readonly outcomeId: string;
  readonly stake: bigint;
  readonly payout: bigint;
}

/** Opens a market of our market maker with two outcomes. @param closesAt absent: the default close */
export async function openHouseMarket(
  connection: HttpConnection,
  { admin, title, closesAt }: { admin: Admin; title: string; closesAt?: Date },
): Promise<WireListedMarket> {
  const eventDate = closesAt?.toISOString();
  const form = {
    type: 'crypto',
    category: 'all',
    title,
    description: title,
    outcomes: ['Yes', 'No'],
    eventDate,
  };
  const made = readJson<{ id: string }>(await admin.call('POST', '/api/admin/create-market', form));
  return readJson<WireListedMarket>(
    await sendUntilAnswered(connection, httpRequest({ path: `/api/markets/${made.id}` })),
  );
}

/** Gets a quote and takes it. @throws Error if the bet is refused */
export async function placeQuotedBet(
  connection: HttpConnection,
  order: { bettor: Bettor; marketId: string; outcomeId: string; amount: number },
): Promise<AcknowledgedBet> {
  const { odds, quoteId = null } = await askQuote(connection, order);
  const { request } = signBet({ ...order, odds, quoteId, key: randomUUID() });
  const answer = await sendUntilAnswered(connection, request);
  const placed = readPlacedBet(answer);
  if (!('bet' in placed)) throw new Error(`a bet was refused: ${answer.body}`);
  const { id, amount, totalReturn } = placed.bet;
  return {
    id,
    bettor: order.bettor,
    outcomeId: order.outcomeId,
    stake: microOf(amount),
    payout: microOf(totalReturn),
  };
}

/** From an amount on the wire. */
export function microOf(usdc: number): bigint {
  return BigInt(Math.round(usdc * 1e6));
}

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PlacedBet } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import * as z from 'zod/mini';

/** What the log says of acknowledged bets, with `LOG_BETS=on`. */
export const BETS_LOGGED = 'bets were placed';

/**
 * An acknowledged bet as the log has it: id, user, outcome, USDC, decimal odds, ISO time. Of a combo the outcomes of all its
 * selections, joined by `+`.
 */
const loggedBet = z.tuple([z.string(), z.string(), z.string(), z.number(), z.number(), z.string()]);
export type LoggedBet = z.infer<typeof loggedBet>;

const line = z.object({ msg: z.literal(BETS_LOGGED), bets: z.array(loggedBet) });

/** Bets that were placed, and whose answers are about to be sent. */
export interface Placed {
  readonly userId: string;
  readonly bet: PlacedBet;
}

export const toLoggedBet = ({ userId, bet }: Placed): LoggedBet => [
  bet.id,
  userId,
  bet.outcomeId,
  bet.amount,
  bet.odds,
  bet.placedAt,
];

export const toLoggedCombo = (userId: string, combo: WireCombo): LoggedBet => [
  combo.id,
  userId,
  combo.legs.map(({ outcomeId }) => outcomeId).join('+'),
  combo.amount,
  combo.odds,
  combo.placedAt,
];

/** The bets of a saved log, line by line. Other lines are left out, and so is one that a crash has cut off. */
export async function* readLoggedBets(file: string): AsyncGenerator<LoggedBet[]> {
  for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
    if (!text.includes(BETS_LOGGED)) continue;
    const found = line.safeParse(parsed(text));
    if (found.success) yield found.data.bets;
  }
}

/** What collects logs may put words before the JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{')));
  } catch {
    return null;
  }
}

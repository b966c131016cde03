import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { type Bettor, readPlacedBet, type SignedBet, signBet } from './bettor.ts';
import { Delays, inWords } from './delays.ts';
import type { Proof } from './proof.ts';
import { sendUntilAnswered } from './send-surely.ts';

/** Bets on the markets in turn, alternating the outcomes, so that the prices return to where they were. */
export function signLoad(
  { changesPerSecond, seconds }: { changesPerSecond: number; seconds: number },
  { markets, bettors }: { markets: readonly WireListedMarket[]; bettors: readonly Bettor[] },
): SignedBet[] {
  return Array.from({ length: changesPerSecond * seconds }, (_, i) => {
    const market = markets[i % markets.length];
    const outcome = market?.outcomes[Math.floor(i / markets.length) % 2];
    const bettor = bettors[i % bettors.length];
    if (market === undefined || bettor === undefined || outcome === undefined || outcome.odds === null) {
      throw new Error('no market to bet on, or no bettor');
    }
    // A little below the current odds, which accepts every price on the way.
    const odds = Math.floor(outcome.odds * 100 - 2) / 100;
    const terms = { marketId: market.id, outcomeId: outcome.id, amount: 0.2, odds };
    return signBet({ bettor, ...terms, quoteId: null, key: randomUUID() });
  });
}

/** Each bet leaves at its moment, whatever happened to those before it. @returns why any were refused, and when they were answered */
export async function placeAtPace(
  proof: Proof,
  load: readonly SignedBet[],
  { lanes, perSecond }: { lanes: readonly HttpConnection[]; perSecond: number },
): Promise<{ refused: string[]; answers: Delays }> {
  const startedAt = performance.now();
  const answers = new Delays();
  const late = new Delays();
  const refused: string[] = [];
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let i = next++; i < load.length; i = next++) {
        const wait = startedAt + (i * 1_000) / perSecond - performance.now();
        if (wait > 0) await sleep(wait);
        const bet = load[i];
        if (bet === undefined) return;
        late.add(performance.now() - startedAt - (i * 1_000) / perSecond);
        const sentAt = performance.now();
        const answer = readPlacedBet(await sendUntilAnswered(lane, bet.request));
        answers.add(performance.now() - sentAt);
        if (!('bet' in answer)) refused.push(answer.refusal.code);
      }
    }),
  );
  proof.say(`bets: left late by ${inWords(late)}, answered within ${inWords(answers)}`);
  return { refused, answers };
}

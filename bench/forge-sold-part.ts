import { partialCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { partOfBet } from '@tallystone/core/betting/part-of-bet';
import { priceOf } from '@tallystone/core/markets/price-point';
import { type MicroUsdc, microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { bookCashOutValue, endBetInBook } from '@tallystone/core/odds/book';
import { applyBet } from '@tallystone/core/odds/exposure';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { openLmsrBook } from '@tallystone/core/odds/lmsr';
import { forgedEntry } from './forged-entry.ts';
import type { AcknowledgedBet } from './house-market.ts';
import { signForged } from './sign-forged.ts';

/**
 * A statement that sells a part of a bet which its bettor never sold, as the server would have sold it a minute after the bet, with
 * everything that follows from it: entry, posting, balances, sums, version and price. Only the signature is wrong.
 *
 * @param bet the only one on its market, on the first of two outcomes
 * @param stake of the part, micro-USDC
 * @param lossBudget of the market, micro-USDC
 */
export function forgeSoldPart({
  bet,
  stake,
  lossBudget,
}: {
  bet: AcknowledgedBet;
  stake: MicroUsdc;
  lossBudget: bigint;
}): string {
  const empty = openLmsrBook({
    rule: AT_LEAST,
    initialProbabilities: [0.5, 0.5],
    lossBudget: microUsdc(lossBudget),
  });
  const whole = { stake: microUsdc(bet.stake), payout: microUsdc(bet.payout) };
  const odds = microOdds((bet.payout * 1_000_000n) / bet.stake);
  const book = applyBet(empty, { outcome: 0, stake: whole.stake, odds });
  const { payout } = partOfBet(whole, stake);
  const amount = bookCashOutValue(book, { outcome: 0, payout });
  if (amount === null) throw new Error(`a part of ${bet.id} has no value`);
  const price = priceOf(endBetInBook(book, { outcome: 0, stake, payout, paid: amount }));
  const textOf = (micro: MicroUsdc) => String(usdcToNumber(micro));
  const text = partialCashOutMessage({
    betId: bet.id,
    stake: textOf(stake),
    of: textOf(whole.stake),
    amount: textOf(amount),
  });
  // The bettor's key, but another text.
  const { signature, signedHash } = signForged(bet.bettor, text, `${text}.`);
  const entry = forgedEntry({
    kind: 'cash-out',
    key: `cash-out:${bet.id}:${whole.stake}`,
    from: 'market_id',
    to: 'user_id',
    amount,
    price,
  });
  return `
    with known as (
      select b.*, b.placed_at + interval '61 seconds' as moment, m.version + 1 as version_after
      from bets b join markets m on m.id = b.market_id where b.id = '${bet.id}'
    ), moved as (
      update markets m set received = m.received - ${amount}, open_stakes = m.open_stakes - ${stake}, version = k.version_after
      from known k where m.id = k.market_id
    ), owed as (
      update outcomes set open_returns = open_returns - ${payout} where id = '${bet.outcomeId}'
    ), ${entry}
    insert into sold_parts (bet_id, open_stake, stake, payout, amount, market_id, user_id, entry_id, sold_at, market_version,
      signed_text, signature, signed_hash)
    select k.id, ${whole.stake}, ${stake}, ${payout}, ${amount}, k.market_id, k.user_id, e.id, k.moment, k.version_after,
      '${text}', '\\x${signature}', '\\x${signedHash}'
    from known k cross join entered e`;
}

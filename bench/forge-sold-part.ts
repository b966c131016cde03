import { createHash } from 'node:crypto';
import { partialCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { partOfBet } from '@tallystone/core/betting/part-of-bet';
import { priceOf } from '@tallystone/core/markets/price-point';
import { type MicroUsdc, microOdds, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Book, bookCashOutValue, endBetInBook } from '@tallystone/core/odds/book';
import { applyBet } from '@tallystone/core/odds/exposure';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import type { AcknowledgedBet } from './house-market.ts';

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
  const empty: Book = {
    kind: 'lmsr',
    rule: AT_LEAST,
    winners: 1,
    initialProbabilities: [0.5, 0.5],
    lossBudget: microUsdc(lossBudget),
    openReturns: [ZERO_USDC, ZERO_USDC],
    received: ZERO_USDC,
    openStakes: ZERO_USDC,
  };
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
  const signature = bet.bettor.wallet.sign(`${text}.`).slice(2);
  const signedHash = createHash('sha256')
    .update(JSON.stringify([text, signature.slice(0, 128)]))
    .digest('hex');
  return `
    with known as (
      select b.*, b.placed_at + interval '61 seconds' as moment, m.version + 1 as version_after
      from bets b join markets m on m.id = b.market_id where b.id = '${bet.id}'
    ), moved as (
      update markets m set received = m.received - ${amount}, open_stakes = m.open_stakes - ${stake}, version = k.version_after
      from known k where m.id = k.market_id
    ), owed as (
      update outcomes set open_returns = open_returns - ${payout} where id = '${bet.outcomeId}'
    ), entered as (
      insert into entries (id, kind, key, recorded_at)
      select (select max(id) + 1 from entries), 'cash-out', 'cash-out:${bet.id}:${whole.stake}', k.moment from known k
      returning id
    ), accounted as (
      select f.id as from_account, t.id as to_account
      from known k join accounts f on f.market_id = k.market_id join accounts t on t.user_id = k.user_id
    ), posted as (
      insert into postings (id, entry_id, from_account, to_account, amount)
      select (select max(id) + 1 from postings), e.id, a.from_account, a.to_account, ${amount}
      from entered e cross join accounted a
    ), balanced as (
      update accounts a set balance = a.balance + case a.id when c.to_account then ${amount} else -${amount} end
      from accounted c where a.id in (c.from_account, c.to_account)
    ), pointed as (
      insert into price_points (market_id, version, at, price)
      select k.market_id, k.version_after, k.moment, '{${price.join(',')}}' from known k
    )
    insert into sold_parts (bet_id, open_stake, stake, payout, amount, market_id, user_id, entry_id, sold_at, market_version,
      signed_text, signature, signed_hash)
    select k.id, ${whole.stake}, ${stake}, ${payout}, ${amount}, k.market_id, k.user_id, e.id, k.moment, k.version_after,
      '${text}', '\\x${signature}', '\\x${signedHash}'
    from known k cross join entered e`;
}

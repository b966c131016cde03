import { priceOf } from '@tallystone/core/markets/price-point';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { applyBet } from '@tallystone/core/odds/exposure';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { openLmsrBook } from '@tallystone/core/odds/lmsr';
import { payoutOf } from '@tallystone/core/odds/payout';
import type { SignedBet } from './bettor.ts';
import { forgedEntry } from './forged-entry.ts';
import { type AcknowledgedBet, microOf } from './house-market.ts';
import { signForged } from './sign-forged.ts';

const ID = 'b_forgedforgedforgedfo';

/**
 * A statement that writes a bet which its bettor signed, as the server would have written it a second after the only other bet
 * on its market, with everything that follows from it: entry, posting, balances, sums, version and price. If it runs after
 * betting has ended, only the bet's time is wrong.
 *
 * @param before the only bet on the market, on its first outcome, by the same bettor
 * @param signed a bet on the second outcome, at the odds quoted then
 * @param lossBudget of the market, micro-USDC
 */
export function forgeLateBet({
  before,
  signed,
  lossBudget,
}: {
  before: AcknowledgedBet;
  signed: SignedBet;
  lossBudget: bigint;
}): string {
  const [stake, odds] = [microUsdc(microOf(signed.amount)), microOdds(microOf(signed.odds))];
  const payout = payoutOf({ stake, odds });
  const empty = openLmsrBook({
    rule: AT_LEAST,
    initialProbabilities: [0.5, 0.5],
    lossBudget: microUsdc(lossBudget),
  });
  const first = {
    outcome: 0,
    stake: microUsdc(before.stake),
    odds: microOdds((before.payout * 1_000_000n) / before.stake),
  };
  const price = priceOf(applyBet(applyBet(empty, first), { outcome: 1, stake, odds }));
  const { signature, signedHash } = signForged(signed.bettor, signed.text);
  const own = {
    id: ID,
    outcome_id: signed.outcomeId,
    stake: `${stake}`,
    odds: `${odds}`,
    signed_odds: `${odds}`,
    payout: `${payout}`,
    signed_text: signed.text,
    signature: `\\x${signature}`,
    signed_hash: `\\x${signedHash}`,
    quote_id: null,
    idempotency_key: ID,
  };
  const entry = forgedEntry({
    kind: 'bet',
    key: `bet:${ID}`,
    from: 'user_id',
    to: 'market_id',
    amount: stake,
    price,
  });
  return `
    with known as (
      select b.*, b.placed_at + interval '1 second' as moment, m.version + 1 as version_after
      from bets b join markets m on m.id = b.market_id where b.id = '${before.id}'
    ), moved as (
      update markets m set received = m.received + ${stake}, open_stakes = m.open_stakes + ${stake},
        staked = m.staked + ${stake}, version = k.version_after
      from known k where m.id = k.market_id
    ), owed as (
      update outcomes set open_returns = open_returns + ${payout} where id = '${signed.outcomeId}'
    ), ${entry}
    insert into bets
    select (jsonb_populate_record(b, '${JSON.stringify(own)}'::jsonb || jsonb_build_object('seq', b.seq + 1000000,
      'placed_at', k.moment, 'market_version', k.version_after, 'entry_id', e.id))).*
    from bets b join known k on k.id = b.id cross join entered e`;
}

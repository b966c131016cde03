import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { stakeAuthorization, type TypedData } from '@tallystone/core/escrow/typed-data';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { asHex } from '../wallet/live-chain.ts';
import type { BetOrder, StakeTerms } from './signed-bet.ts';

/**
 * The authorization that moves the stake of a live bet into exactly this bet: the wallet's second signature.
 *
 * @throws RangeError for a bet that the contract can't represent, such as one on an outcome of another market
 */
export function stakeToSign({
  market,
  outcome,
  amount,
  odds,
  wallet,
  stake: { place, betId, deadline },
}: Omit<BetOrder, 'stake'> & { stake: StakeTerms }): TypedData {
  const stake = parseUsdc(amount);
  const signedOdds = parseOdds(odds);
  const number = market.outcomes.findIndex(({ id }) => id === outcome.id);
  if (stake === null || signedOdds === null || number === -1)
    throw new RangeError('No such bet can be staked');
  const { usdc } = place;
  return stakeAuthorization(
    {
      betId: chainIdOf(betId),
      marketId: chainIdOf(market.id),
      bettor: asHex(wallet.publicKey),
      outcome: number,
      stake,
      odds: signedOdds,
      deadline,
    },
    { chainId: place.chainId, escrow: asHex(place.escrow) },
    { ...usdc, address: asHex(usdc.address) },
  );
}

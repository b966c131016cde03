import type { Hex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Difference } from './compare-history.ts';
import type { ChainLog } from './escrow-chain.ts';
import type { Money } from './money-of.ts';

/** How many events of each kind are listed. */
const MOST_LISTED = 200;

/**
 * Describes which bets and payments are gone, changed or new in another history of the chain, and what that means for the
 * money.
 *
 * @param money of all events in the compared blocks: as the books have them, and as the chain has them now
 */
export function describeDifference(
  { gone, changed, added, outOfOrder }: Difference,
  money: { was: Money; is: Money },
): string[] {
  const [was, is] = [describer(money.was.amounts), describer(money.is.amounts)];
  const lines = [
    ...listed(gone.flatMap((log) => prefixed('Gone', was(log), meaningOf(log)))),
    ...listed(
      changed.flatMap((each) => {
        const [one, other] = [was(each.was), is(each.is)];
        return one === null && other === null
          ? []
          : [
              `Changed: ${one ?? explained(each.was)} is now: ${other ?? explained(each.is)}. The books count on the first.`,
            ];
      }),
    ),
    ...listed(added.flatMap((log) => prefixed('New', is(log), 'The books do not know it.'))),
  ];
  if (outOfOrder !== null) {
    const [one, other] = outOfOrder;
    // New events rank after all booked ones, so only the first of the two can be new.
    const inBooks = added.includes(one)
      ? 'The books do not know the first.'
      : 'The books have them the other way round.';
    lines.push(
      `Another order: ${nameOf(one)} comes before ${nameOf(other)}, and one of them rests on the other. ${inBooks}`,
    );
  }
  const more = money.is.sum - money.was.sum;
  lines.push(
    more === 0n
      ? 'By these events the contract holds as much as the books say.'
      : `By these events the contract holds ${formatUsdc(microUsdc(more < 0n ? -more : more))} USDC ${more < 0n ? 'less' : 'more'} than the books say.`,
  );
  return lines;
}

/**
 * Describes events in words. Leaves out transfers that other events explain.
 *
 * @param amounts of all events of the same transactions, see `moneyOf`
 */
export const describeEvents = (logs: readonly ChainLog[], amounts: Money['amounts']): string[] =>
  logs.flatMap((log) => describer(amounts)(log) ?? []);

/** Describes a transfer that another event of its transaction explains. */
const explained = (log: ChainLog): string =>
  `part of another event of the same transaction, in ${log.txHash} of block ${log.block}`;

/** What it means for the money if the chain lacks an event that the books have. */
function meaningOf({ name }: ChainLog): string {
  switch (name) {
    case 'BetPlaced':
      return 'The books have this stake and may owe this payout; the contract has no such bet.';
    case 'BetPaid':
    case 'SetAsideClaimed':
    case 'BetCashedOut':
      return 'The books have given this money away; the contract has not paid it.';
    case 'HouseWithdrew':
      return "The books took it from the house's pool; the contract still holds it.";
    case 'Transfer':
      return "The books count it to the house's pool; the contract does not hold it.";
    default:
      return 'The books count on it, and the chain knows nothing of it.';
  }
}

function prefixed(word: string, what: string | null, meaning: string): string[] {
  return what === null ? [] : [`${word}: ${what}. ${meaning}`];
}

function listed(lines: readonly string[]): string[] {
  const more = lines.length - MOST_LISTED;
  return more <= 0 ? [...lines] : [...lines.slice(0, MOST_LISTED), `And ${more} more of that kind.`];
}

const describer =
  (amounts: Money['amounts']) =>
  (log: ChainLog): string | null => {
    const what = inWords(log, amounts);
    return what === null ? null : `${what}, in ${log.txHash} of block ${log.block}`;
  };

function inWords(log: ChainLog, amounts: Money['amounts']): string | null {
  switch (log.name) {
    case 'Transfer':
      return amounts.has(log) ? `a deposit of ${usdc(log.args.value)} from ${log.args.from}` : null;
    case 'BetPlaced':
      return `${betOf(log.args.betId)} of ${log.args.bettor}, with a stake of ${usdc(log.args.stake)} for a payout of ${usdc(log.args.payout)}`;
    case 'BetPaid':
      return `the payout of ${usdc(log.args.amount)} for ${betOf(log.args.betId)} to ${log.args.bettor}`;
    case 'PayoutSetAside':
      return `the payout of ${usdc(log.args.amount)} for ${betOf(log.args.betId)}, set aside for ${log.args.bettor}`;
    case 'SetAsideClaimed':
      return `the payment of ${usdc(log.args.amount)} that was set aside for ${log.args.bettor}`;
    case 'HouseWithdrew':
      return `the house's withdrawal of ${usdc(log.args.amount)} to ${log.args.to}`;
    case 'BetCashedOut':
      return `the cash-out of ${usdc(log.args.amount)} for ${betOf(log.args.betId)}`;
    default:
      return nameOf(log);
  }
}

function nameOf(log: ChainLog): string {
  const { name, args } = log;
  if ('betId' in args) return `${name} of ${betOf(args.betId)}`;
  return 'marketId' in args ? `${name} of the market ${idOfChainId(args.marketId) ?? args.marketId}` : name;
}

const usdc = (amount: bigint): string => `${formatUsdc(microUsdc(amount))} USDC`;
const betOf = (chainId: Hex): string => `the bet ${idOfChainId(chainId) ?? chainId}`;

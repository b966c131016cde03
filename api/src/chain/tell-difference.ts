import type { Hex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Difference } from './compare-history.ts';
import type { ChainLog } from './escrow-chain.ts';
import type { Money } from './money-of.ts';

/** So many events are told of each kind. */
const MOST_TOLD = 200;

/**
 * Says of another history of the chain which bets and payments are gone, changed or new, and what that means for the money.
 *
 * @param money of all that the books were told, and of all that the chain says now, of the blocks that were compared
 */
export function tellDifference(
  { gone, changed, added, outOfOrder }: Difference,
  money: { was: Money; is: Money },
): string[] {
  const [was, is] = [told(money.was.amounts), told(money.is.amounts)];
  const lines = [
    ...listed(gone.flatMap((log) => prefixed('Gone', was(log), meaningOf(log)))),
    ...listed(
      changed.flatMap((each) => {
        const [one, other] = [was(each.was), is(each.is)];
        return one === null && other === null
          ? []
          : [
              `Changed: ${one ?? toldExplained(each.was)} is now: ${other ?? toldExplained(each.is)}. The books count on the first.`,
            ];
      }),
    ),
    ...listed(added.flatMap((log) => prefixed('New', is(log), 'The books do not know it.'))),
  ];
  if (outOfOrder !== null) {
    const [one, other] = outOfOrder;
    // What is new comes last of what the books would know: it can only be the first of the two.
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
 * What events are, in words, without the transfers that other events explain.
 *
 * @param amounts of all events of the same transactions, see `moneyOf`
 */
export const tellEvents = (logs: readonly ChainLog[], amounts: Money['amounts']): string[] =>
  logs.flatMap((log) => told(amounts)(log) ?? []);

/** A transfer that another event of its transaction explains. */
const toldExplained = (log: ChainLog): string =>
  `part of another event of the same transaction, in ${log.txHash} of block ${log.block}`;

/** What it means for the money that the chain does not have an event of the books. */
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
  const more = lines.length - MOST_TOLD;
  return more <= 0 ? [...lines] : [...lines.slice(0, MOST_TOLD), `And ${more} more of that kind.`];
}

const told =
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

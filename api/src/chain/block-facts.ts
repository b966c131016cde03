import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { groupBy } from '../rounds/group-by.ts';
import type { ChainLog } from './escrow-chain.ts';

type LogOf<Name extends ChainLog['name']> = Extract<ChainLog, { name: Name }>;
type Transfer = LogOf<'Transfer'>;

export type PlacedLog = LogOf<'BetPlaced'>;

const MARKET_EVENTS = [
  'MarketOpened',
  'MarketLimitsChanged',
  'ResultProposed',
  'ResultObjected',
  'MarketResolved',
  'MarketVoided',
] as const;
/** Events that change a market's state. */
export type MarketLog = LogOf<(typeof MARKET_EVENTS)[number]>;

export const isMarketLog = (log: ChainLog): log is MarketLog =>
  MARKET_EVENTS.some((name) => name === log.name);

/** USDC that came into the escrow and belongs to no bet. */
export interface Deposit {
  readonly log: ChainLog;
  readonly amount: MicroUsdc;
}

/** USDC that left the escrow, with the event that says why. */
export interface Outflow {
  readonly log: LogOf<'BetPaid' | 'SetAsideClaimed' | 'HouseWithdrew' | 'BetCashedOut'>;
  readonly amount: MicroUsdc;
}

/** What the logs of a block mean to the books, each part in the order of the logs. */
export interface BlockFacts {
  readonly placed: readonly PlacedLog[];
  readonly deposits: readonly Deposit[];
  readonly outflows: readonly Outflow[];
  readonly markets: readonly MarketLog[];
}

/** The nodes' answers contradict each other: a node has left something out or made it up. */
export class ChainContradiction extends Error {
  readonly code = 'chain-contradiction';

  constructor(message: string) {
    super(message);
    this.name = 'ChainContradiction';
  }
}

/**
 * Sorts the logs of a block. Exactly one event of the same transaction explains each transfer to or from the escrow, and
 * each such event explains one transfer. An incoming transfer without an event is a deposit of the house.
 *
 * @throws ChainContradiction if an event reports USDC that didn't move, or USDC left the escrow without an event
 */
export function blockFacts(logs: readonly ChainLog[], escrow: Hex): BlockFacts {
  const placed: LogOf<'BetPlaced'>[] = [];
  const deposits: Deposit[] = [];
  const outflows: Outflow[] = [];
  const markets: MarketLog[] = [];
  for (const ofTransaction of groupBy(logs, ({ txHash }) => txHash).values()) {
    const { incoming, outgoing } = transfersOf(ofTransaction, escrow);
    for (const log of ofTransaction) {
      switch (log.name) {
        case 'BetPlaced': {
          const { bettor, stake } = log.args;
          explain(
            incoming,
            log,
            (transfer) => transfer.args.from === bettor && transfer.args.value === stake,
          );
          placed.push(log);
          break;
        }
        case 'BetPaid':
        case 'SetAsideClaimed':
        case 'HouseWithdrew': {
          const { amount } = log.args;
          const to = log.name === 'HouseWithdrew' ? log.args.to : log.args.bettor;
          // The owner may withdraw nothing, or to the escrow itself: there is an event, but nothing leaves.
          if (amount === 0n || to === escrow) break;
          explain(outgoing, log, (transfer) => transfer.args.to === to && transfer.args.value === amount);
          outflows.push({ log, amount: microUsdc(amount) });
          break;
        }
        case 'BetCashedOut': {
          // The event doesn't name the recipient.
          const { amount } = log.args;
          explain(outgoing, log, (transfer) => transfer.args.value === amount);
          outflows.push({ log, amount: microUsdc(amount) });
          break;
        }
        default:
          // Events about roles, pauses, skipped bets and payouts set aside move no money and end no market.
          if (isMarketLog(log)) markets.push(log);
          break;
      }
    }
    const [unexplained] = outgoing;
    if (unexplained !== undefined) {
      throw new ChainContradiction(
        `${unexplained.args.value} left the escrow in ${unexplained.txHash} and no event says why`,
      );
    }
    deposits.push(...incoming.map((log) => ({ log, amount: microUsdc(log.args.value) })));
  }
  return { placed, deposits, outflows, markets };
}

/** The facts of some of the logs only. */
export function factsOf(
  { placed, deposits, outflows, markets }: BlockFacts,
  logs: readonly ChainLog[],
): BlockFacts {
  const given: ReadonlySet<ChainLog> = new Set(logs);
  return {
    placed: placed.filter((log) => given.has(log)),
    deposits: deposits.filter(({ log }) => given.has(log)),
    outflows: outflows.filter(({ log }) => given.has(log)),
    markets: markets.filter((log) => given.has(log)),
  };
}

/** Leaves out transfers of nothing, which anyone can make the token log, and the escrow's transfers to itself. */
function transfersOf(logs: readonly ChainLog[], escrow: Hex): { incoming: Transfer[]; outgoing: Transfer[] } {
  const moved = logs.filter((log): log is Transfer => log.name === 'Transfer' && log.args.value > 0n);
  const [isTo, isFrom] = [
    ({ args }: Transfer) => args.to === escrow,
    ({ args }: Transfer) => args.from === escrow,
  ];
  return {
    incoming: moved.filter((log) => isTo(log) && !isFrom(log)),
    outgoing: moved.filter((log) => isFrom(log) && !isTo(log)),
  };
}

/** Removes the transfer that an event reports from the unexplained ones. */
function explain(transfers: Transfer[], log: ChainLog, isSame: (transfer: Transfer) => boolean): void {
  const at = transfers.findIndex(isSame);
  if (at === -1) {
    throw new ChainContradiction(
      `${log.name} in ${log.txHash} speaks of USDC that did not move in that transaction`,
    );
  }
  transfers.splice(at, 1);
}

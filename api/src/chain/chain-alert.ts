import type { Hex } from '@tallystone/core/escrow/abi-words';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { ChainContradiction } from './block-facts.ts';
import { type Block, ChainDisagreement, OtherChain } from './escrow-chain.ts';
import { describeRoleEvent, type LostRole, type RoleLog } from './role-events.ts';

/**
 * Alerts stop betting. Most end on their own once the chain can be followed again. Lasting ones stay until an admin ends
 * them: a bet or payment that the books never agreed to, since a thief may have a key; an event that couldn't be applied,
 * since the books lack something; and a new holder of a role, which may be planned or a theft.
 */
export const ALERT_KINDS = [
  'unread',
  'stale',
  'paused',
  'other-chain',
  'disagreement',
  'contradiction',
  'finality-broken',
  'books-differ',
  'overdrawn',
  'unknown-bet',
  'unforeseen-payment',
  'unapplied',
  'roles-changing',
  'roles-changed',
  'role-lost',
] as const;

export interface ChainAlert {
  readonly kind: (typeof ALERT_KINDS)[number];
  /** One sentence, for admins. */
  readonly sentence: string;
}

const LASTING: readonly (typeof ALERT_KINDS)[number][] = [
  'unknown-bet',
  'unforeseen-payment',
  'unapplied',
  'roles-changed',
];

export const isLasting = (kind: string): boolean => LASTING.some((lasting) => lasting === kind);

/** A final block was replaced: payments in it may not have happened. */
export class FinalityBroken extends Error {
  readonly code = 'finality-broken';

  /** @param found the hash that the chain has now */
  constructor(applied: Pick<Block, 'number' | 'hash'>, found: Hex) {
    super(`block ${applied.number} was final as ${applied.hash} and is ${found} now`);
    this.name = 'FinalityBroken';
  }
}

/** After a block, the books and the escrow have different balances. */
export class BooksDiffer extends Error {
  readonly code = 'books-differ';

  constructor(at: bigint, { chain, books }: { chain: MicroUsdc; books: MicroUsdc }) {
    super(`at block ${at} the escrow holds ${formatUsdc(chain)} USDC and the books say ${formatUsdc(books)}`);
    this.name = 'BooksDiffer';
  }
}

/**
 * The alert that an error calls for, or null. An endpoint that didn't answer calls for none: it may answer the next time.
 */
export function alertOf(error: unknown): ChainAlert | null {
  if (error instanceof OtherChain) return alert('other-chain', sentenceOf(error));
  if (error instanceof ChainDisagreement) return alert('disagreement', sentenceOf(error));
  if (error instanceof ChainContradiction) return alert('contradiction', sentenceOf(error));
  if (error instanceof FinalityBroken) return alert('finality-broken', sentenceOf(error));
  if (error instanceof BooksDiffer) return alert('books-differ', sentenceOf(error));
  return null;
}

export const unread = (seconds: number) =>
  alert('unread', `The chain could not be read for ${seconds} seconds.`);

export const stale = (what: 'newest' | 'final', seconds: number) =>
  alert('stale', `The ${what} block of the chain is ${seconds} seconds old.`);

/** Bets accepted during a pause would be signed for nothing, and fail. */
export const paused = alert('paused', 'The contract takes no new bets: its owner has paused it.');

export const overdrawn = (amount: MicroUsdc) =>
  alert('overdrawn', `The escrow paid ${formatUsdc(amount)} USDC that the books have set aside for others.`);

export const unknownBet = (betId: Hex, txHash: Hex) =>
  alert('unknown-bet', `The escrow took a bet that the books did not accept: ${betId} in ${txHash}.`);

export const unforeseenPayment = (name: string, txHash: Hex) =>
  alert('unforeseen-payment', `The escrow paid what the books do not owe: ${name} in ${txHash}.`);

/** The event's market stays suspended even after an admin ends the alert. */
export const unapplied = (name: string, txHash: Hex, marketId: string | null) =>
  alert(
    'unapplied',
    `What the escrow said could not be taken into the books: ${name} in ${txHash}${marketId === null ? '' : ` of market ${marketId}`}.`,
  );

/** For a block that isn't final yet. Ends if the block is dropped, or becomes the lasting alert. */
export const rolesChanging = (log: RoleLog) =>
  alert(
    'roles-changing',
    `The contract is coming under other hands: ${describeRoleEvent(log)} in ${log.txHash}, which is not final yet.`,
  );

export const rolesChanged = (log: RoleLog) =>
  alert('roles-changed', `The contract came under other hands: ${describeRoleEvent(log)} in ${log.txHash}.`);

/** The contract would refuse everything that is signed or sent with the old key. */
export const roleLost = ({ role, ours, holder }: LostRole) =>
  alert('role-lost', `The contract's ${role} is ${holder}, and the key in CHAIN_KEYS_DIR is of ${ours}.`);

function alert(kind: ChainAlert['kind'], sentence: string): ChainAlert {
  return { kind, sentence };
}

function sentenceOf({ message }: Error): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

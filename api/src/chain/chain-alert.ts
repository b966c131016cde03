import type { Hex } from '@tallystone/core/escrow/abi-words';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { ChainContradiction } from './block-facts.ts';
import { type Block, ChainDisagreement, OtherChain } from './escrow-chain.ts';
import { type LostRole, type RoleLog, toldRoleEvent } from './role-events.ts';

/**
 * What stops betting. Most of it ends by itself once the chain can be followed again. What lasts until an admin has looked: a
 * bet or a payment that the books never agreed to, since a thief may have a key; an event that could not be applied, since
 * the books lack something; and another holder of a role, which may be planned or a theft.
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

/** A block that was final is another one now: what was paid by it may not have happened. */
export class FinalityBroken extends Error {
  readonly code = 'finality-broken';

  /** @param found the hash that the chain has instead */
  constructor(applied: Pick<Block, 'number' | 'hash'>, found: Hex) {
    super(`block ${applied.number} was final as ${applied.hash} and is ${found} now`);
    this.name = 'FinalityBroken';
  }
}

/** What the books would hold after a block is not what the escrow holds after it. */
export class BooksDiffer extends Error {
  readonly code = 'books-differ';

  constructor(at: bigint, { chain, books }: { chain: MicroUsdc; books: MicroUsdc }) {
    super(`at block ${at} the escrow holds ${formatUsdc(chain)} USDC and the books say ${formatUsdc(books)}`);
    this.name = 'BooksDiffer';
  }
}

/**
 * What an error of following the chain says about it. An endpoint that does not answer says nothing yet: it may answer
 * the next time.
 */
export function alertOf(error: unknown): ChainAlert | null {
  if (error instanceof OtherChain) return { kind: 'other-chain', sentence: sentenceOf(error) };
  if (error instanceof ChainDisagreement) return { kind: 'disagreement', sentence: sentenceOf(error) };
  if (error instanceof ChainContradiction) return { kind: 'contradiction', sentence: sentenceOf(error) };
  if (error instanceof FinalityBroken) return { kind: 'finality-broken', sentence: sentenceOf(error) };
  if (error instanceof BooksDiffer) return { kind: 'books-differ', sentence: sentenceOf(error) };
  return null;
}

export const unread = (seconds: number): ChainAlert => ({
  kind: 'unread',
  sentence: `The chain could not be read for ${seconds} seconds.`,
});

export const stale = (what: 'newest' | 'final', seconds: number): ChainAlert => ({
  kind: 'stale',
  sentence: `The ${what} block of the chain is ${seconds} seconds old.`,
});

/** What was accepted meanwhile would be signed for twice, and fail. */
export const paused: ChainAlert = {
  kind: 'paused',
  sentence: 'The contract takes no new bets: its owner has paused it.',
};

export const overdrawn = (amount: MicroUsdc): ChainAlert => ({
  kind: 'overdrawn',
  sentence: `The escrow paid ${formatUsdc(amount)} USDC that the books have set aside for others.`,
});

export const unknownBet = (betId: Hex, txHash: Hex): ChainAlert => ({
  kind: 'unknown-bet',
  sentence: `The escrow took a bet that the books did not accept: ${betId} in ${txHash}.`,
});

export const unforeseenPayment = (name: string, txHash: Hex): ChainAlert => ({
  kind: 'unforeseen-payment',
  sentence: `The escrow paid what the books do not owe: ${name} in ${txHash}.`,
});

/** Its market stays held when an admin has ended the alert. */
export const unapplied = (name: string, txHash: Hex, marketId: string | null): ChainAlert => ({
  kind: 'unapplied',
  sentence: `What the escrow said could not be taken into the books: ${name} in ${txHash}${marketId === null ? '' : ` of market ${marketId}`}.`,
});

/** Of a block that is not final yet: it ends with that block, or becomes the lasting one. */
export const rolesChanging = (log: RoleLog): ChainAlert => ({
  kind: 'roles-changing',
  sentence: `The contract is coming under other hands: ${toldRoleEvent(log)} in ${log.txHash}, which is not final yet.`,
});

export const rolesChanged = (log: RoleLog): ChainAlert => ({
  kind: 'roles-changed',
  sentence: `The contract came under other hands: ${toldRoleEvent(log)} in ${log.txHash}.`,
});

/** What is signed or sent with a key that the contract knows no more would be refused. */
export const roleLost = ({ role, ours, holder }: LostRole): ChainAlert => ({
  kind: 'role-lost',
  sentence: `The contract's ${role} is ${holder}, and the key in CHAIN_KEYS_DIR is of ${ours}.`,
});

function sentenceOf({ message }: Error): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { BaseError, type DecodeEventLogReturnType } from 'viem';
import { ChainUnavailable, type StakeChain } from '../betting/stake-chain.ts';
import type { BetBlocker } from '../http/readiness.ts';
import type { WalletCode } from '../identity/wallet-code.ts';

/**
 * The escrow contract's chain as two endpoints or more agree on it. Everything that moves money is read from all of them,
 * and counts only if at least two answer and all answers agree. Addresses and hashes are lower case.
 *
 * Every call throws ChainUnreachable unless two endpoints answer in time, and ChainDisagreement if any two contradict each
 * other.
 */
export interface EscrowChain extends StakeChain, WalletCode {
  /** The block in which the contract was deployed. It has no older events. */
  readonly escrowBlock: bigint;
  /**
   * The newest block that two endpoints have reached, and the newest finalized block. All endpoints that have passed the
   * finalized block agree on its hash and time.
   *
   * @throws OtherChain if an endpoint isn't on this chain, or no longer is
   */
  head(): Promise<{ latest: Block; finalized: Block }>;
  /** Whether any endpoint reports that the contract's owner has paused new bets. */
  isPaused(): Promise<boolean>;
  /**
   * Transfers and offers of roles and ownership that any endpoint knows: in these blocks, which two endpoints have, and in
   * any later blocks.
   */
  newestRoleEvents(range: { from: bigint; to: bigint }): Promise<ChainLog[]>;
  /** A block by its number, with the same hash on all endpoints that have it. */
  block(number: bigint): Promise<Block>;
  /** The escrow's events except skipped bets, and USDC transfers to and from it, in order. Both ends are included. */
  logs(range: { from: bigint; to: bigint }): Promise<ChainLog[]>;
  /**
   * The same for as many blocks as can be read together, up to the returned block. Includes the events that skip the given
   * bets, unless those can't be read.
   */
  someLogs(range: {
    from: bigint;
    to: bigint;
    skipsOf?: readonly Hex[];
  }): Promise<{ until: bigint; logs: ChainLog[] }>;
  /** The escrow's USDC after a block. */
  balance(at: bigint): Promise<MicroUsdc>;
  /** What the contract reserves for bettors and what the house may withdraw, after a block. */
  reserves(at: bigint): Promise<{ reserved: MicroUsdc; setAside: MicroUsdc; free: MicroUsdc }>;
  /** Where a transaction is included. Null: no endpoint knows it in a block; `disputed`: only one does, or they differ. */
  receipt(hash: Hex): Promise<ChainReceipt | 'disputed' | null>;
  /** How many transactions of an account are included, according to at least two endpoints. */
  nonce(signer: Hex, tag: 'latest' | 'finalized'): Promise<number>;
  /** The wei that an account has for gas, by the lowest answer. */
  gasBalance(account: Hex): Promise<bigint>;
  /** What a transaction should offer to be included soon, in wei per unit of gas. */
  fees(): Promise<Fees>;
  /** Whether a call on the newest block would not be reverted, according to at least two endpoints. */
  goesThrough(call: { from: Hex; to: Hex; data: Hex; gas: bigint }): Promise<boolean>;
  /** Sends signed bytes to the endpoints. It is enough if one takes them or has them already. */
  broadcast(raw: Hex): Promise<void>;
}

/** How many blocks back nodes that aren't archives remember balances. */
export const REMEMBERED_BLOCKS = 64n;

export interface Block {
  readonly number: bigint;
  readonly hash: Hex;
  readonly at: Date;
}

/** Events with the names and arguments that the contract and the token use: see `core/escrow/escrow-abi.ts`. */
export type ChainEvent = NamedEvent<DecodeEventLogReturnType<typeof ESCROW_ABI>> | UsdcTransfer;

/** `logs` has only transfers to the escrow and from it. */
type UsdcTransfer = NamedEvent<DecodeEventLogReturnType<typeof USDC_ABI>>;

/** Distributes over the union, so that a name determines the type of its arguments. */
type NamedEvent<Decoded> = Decoded extends { eventName: infer Name; args: infer Args }
  ? { readonly name: Name; readonly args: Args }
  : never;

export type ChainLog = ChainEvent & {
  readonly block: bigint;
  readonly blockHash: Hex;
  readonly txHash: Hex;
  /** Within the block. */
  readonly logIndex: number;
};

export interface ChainReceipt {
  readonly block: bigint;
  readonly blockHash: Hex;
  readonly status: 'success' | 'reverted';
}

export interface Fees {
  readonly maxFee: bigint;
  readonly tip: bigint;
}

/** Whose key sends a call. Any account can be the relayer; the others are the contract's roles. */
export const ROLES = ['relayer', 'risk-manager', 'resolver', 'finaliser', 'guardian'] as const;
export type Role = (typeof ROLES)[number];

/** The keys on this machine. They never leave this object, which signs with them. */
export interface ChainKeys {
  /** The role's account; null if its key isn't on this machine. */
  addressOf(role: Role): Hex | null;
  /** Signs a transaction with a role's key. @throws Error if the key isn't on this machine */
  sign(role: Role, transaction: UnsignedTransaction): Promise<SignedTransaction>;
}

export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
  readonly fees: Fees;
}

export interface SignedTransaction {
  readonly raw: Hex;
  readonly hash: Hex;
}

/** The chain of live mode, as the parts of the server share it. */
export interface Chain {
  readonly chain: EscrowChain;
  readonly keys: ChainKeys;
  /** Signs a digest with the acceptance key: 65 bytes r, s, v, as the contract takes it. */
  readonly acceptance: (digest: Hex) => Hex;
  /** Whether the chain is followed well enough to take bets. */
  readonly health: BetBlocker;
}

/** Two endpoints contradict each other. It isn't known which one is right, so nothing is decided. */
export class ChainDisagreement extends ChainUnavailable {
  readonly code = 'chain-disagreement';

  constructor(what: string, said: readonly string[]) {
    super(`the endpoints of the chain disagree on ${what}: ${said.join(' and ')}`);
    this.name = 'ChainDisagreement';
  }
}

/** An endpoint is on another chain than the settings name, so it knows nothing about our contract. */
export class OtherChain extends Error {
  readonly code = 'other-chain';

  constructor(endpoint: string, said: number, ours: number) {
    super(`${endpoint} is of chain ${said}, and CHAIN_ID is ${ours}`);
    this.name = 'OtherChain';
  }
}

/** An endpoint didn't answer, or gave an unusable answer. */
export class ChainUnreachable extends ChainUnavailable {
  readonly code = 'chain-unreachable';

  /** @param cause only its short message is kept: the full one has the endpoint's URL, which may be secret */
  constructor(what: string, cause: unknown) {
    super(`${what}: ${inShort(cause)}`);
    this.name = 'ChainUnreachable';
  }
}

function inShort(cause: unknown): string {
  if (cause instanceof BaseError) return [cause.shortMessage, cause.details].filter(Boolean).join(' ');
  return cause instanceof Error ? cause.message : String(cause);
}

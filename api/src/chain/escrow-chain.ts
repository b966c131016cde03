import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { ChainMarketState, ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { BaseError, type DecodeEventLogReturnType } from 'viem';
import { ChainUnavailable, type StakeChain } from '../betting/stake-chain.ts';
import type { WalletCode } from '../identity/wallet-code.ts';

/**
 * The escrow contract's chain as two endpoints or more agree on it. Whatever moves money is asked of all, and is answered
 * only when two answer and none of those that do contradicts them. Addresses and hashes are lower case.
 *
 * Every call throws ChainUnreachable unless two endpoints answer in time, and ChainDisagreement when any two contradict
 * each other.
 */
export interface EscrowChain extends StakeChain, WalletCode {
  /** The block in which the contract was deployed: nothing of it is older. */
  readonly escrowBlock: bigint;
  /**
   * The newest block that two endpoints have reached, and the newest finalized one, which is the same on all that have
   * passed it, its time too.
   *
   * @throws OtherChain when an endpoint is not of this chain, or no longer
   */
  head(): Promise<{ latest: Block; finalized: Block }>;
  /** Whether the contract's owner has stopped new bets, if any endpoint says so. */
  isPaused(): Promise<boolean>;
  /**
   * What any endpoint knows of roles and ownership that changed hands, or were offered: of these blocks, which two have, and
   * of all later ones that it has.
   */
  newestRoleEvents(range: { from: bigint; to: bigint }): Promise<ChainLog[]>;
  /** A block by its number, with the same hash on all that have it. */
  block(number: bigint): Promise<Block>;
  /** What the escrow said but of skipped bets, and what USDC moved to it or from it, in order. Both ends are included. */
  logs(range: { from: bigint; to: bigint }): Promise<ChainLog[]>;
  /**
   * The same of as many blocks as can be read together, up to one that is told. Of the bets that are named also that they
   * were skipped, unless that cannot be read.
   */
  someLogs(range: {
    from: bigint;
    to: bigint;
    skipsOf?: readonly Hex[];
  }): Promise<{ until: bigint; logs: ChainLog[] }>;
  /** The escrow's USDC after a block. */
  balance(at: bigint): Promise<MicroUsdc>;
  /** What the contract holds for bettors and what the house may withdraw, after a block. */
  reserves(at: bigint): Promise<{ reserved: MicroUsdc; setAside: MicroUsdc; free: MicroUsdc }>;
  /** A market after a block. */
  market(marketId: Hex, at: bigint): Promise<ChainMarket>;
  /** Where a transaction is included. Null: no endpoint knows it in a block; `disputed`: one alone does, or they do not say the same. */
  receipt(hash: Hex): Promise<ChainReceipt | 'disputed' | null>;
  /** How many transactions an account has had included, by two of the endpoints at least. */
  nonce(signer: Hex, tag: 'latest' | 'finalized'): Promise<number>;
  /** What an account has to pay gas with, in wei, by the endpoint that says less. */
  gasBalance(account: Hex): Promise<bigint>;
  /** What a transaction should offer to be included soon, in wei of gas. */
  fees(): Promise<Fees>;
  /** Whether a call would not be reverted after the newest block, by two of the endpoints at least. */
  goesThrough(call: { from: Hex; to: Hex; data: Hex; gas: bigint }): Promise<boolean>;
  /** Hands signed bytes to the endpoints. One that takes them, or has them already, is enough. */
  broadcast(raw: Hex): Promise<void>;
}

/** Nodes that are no archives can say of so many blocks back what accounts held then, and of no older ones. */
export const REMEMBERED_BLOCKS = 64n;

export interface Block {
  readonly number: bigint;
  readonly hash: Hex;
  readonly at: Date;
}

/** As the contract and the token name their events and what is in them: see `core/escrow/escrow-abi.ts`. */
export type ChainEvent = NamedEvent<DecodeEventLogReturnType<typeof ESCROW_ABI>> | UsdcTransfer;

/** `logs` has only those to the escrow and from it. */
type UsdcTransfer = NamedEvent<DecodeEventLogReturnType<typeof USDC_ABI>>;

/** Distributes over the union, so that a name still tells what its arguments are. */
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

export interface ChainMarket {
  /** As it was last written. */
  readonly state: ChainMarketState;
  /** As it stands at that block: void, too, 14 days after its close without a result. */
  readonly stands: ChainMarketState;
  readonly outcomes: number;
  /** The outcome that was proposed or has won; null for none. */
  readonly result: number | null;
  readonly objections: number;
  readonly closesAt: Date;
  /** Null before a result is proposed. */
  readonly objectionEndsAt: Date | null;
  readonly maxOdds: MicroOdds;
  readonly maxHouseLoss: MicroUsdc;
  readonly openStakes: MicroUsdc;
  /** Stakes taken, minus cash-outs paid. */
  readonly received: MicroUsdc;
  readonly reserve: MicroUsdc;
  readonly largestPayout: MicroUsdc;
  readonly rulesHash: Hex;
  readonly evidenceHash: Hex;
}

export interface ChainReceipt {
  readonly block: bigint;
  readonly blockHash: Hex;
  readonly status: 'success' | 'reverted';
}

export interface Fees {
  readonly maxFee: bigint;
  readonly tip: bigint;
}

/** Whose key sends a call. The relayer may be anybody; the others are the contract's roles. */
export const ROLES = ['relayer', 'risk-manager', 'resolver', 'finaliser', 'guardian'] as const;
export type Role = (typeof ROLES)[number];

/** The keys on this machine. They never leave it: others ask for signatures. */
export interface ChainKeys {
  /** The role's account; null when its key is elsewhere. */
  addressOf(role: Role): Hex | null;
  /** Signs a transaction with a role's key. @throws Error when it is elsewhere */
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

/** Whether the chain is followed closely enough for bets to be taken. */
export interface ChainHealth {
  /** @throws HttpError `not-ready` while an alert stands, heads are stale, endpoints disagree or the books differ */
  requireBettable(): void;
  /** The first reason why not, or null. */
  problem(): string | null;
  /** What will hold them unless it is seen to, or null. */
  warning(): string | null;
}

/** The chain of live mode, as the parts of the server share it. */
export interface Chain {
  readonly chain: EscrowChain;
  readonly keys: ChainKeys;
  /** Signs a digest with the acceptance key: 65 bytes r, s, v, as the contract takes it. */
  readonly acceptance: (digest: Hex) => Hex;
  readonly health: ChainHealth;
}

/** Two endpoints contradict each other. Which of them is right is not known, so nothing is decided. */
export class ChainDisagreement extends ChainUnavailable {
  readonly code = 'chain-disagreement';

  constructor(what: string, said: readonly string[]) {
    super(`the endpoints of the chain disagree on ${what}: ${said.join(' and ')}`);
    this.name = 'ChainDisagreement';
  }
}

/** An endpoint is of another chain than the settings name: nothing that it says is of our contract. */
export class OtherChain extends Error {
  readonly code = 'other-chain';

  constructor(endpoint: string, said: number, ours: number) {
    super(`${endpoint} is of chain ${said}, and CHAIN_ID is ${ours}`);
    this.name = 'OtherChain';
  }
}

/** An endpoint did not answer, or not with what was asked. */
export class ChainUnreachable extends ChainUnavailable {
  readonly code = 'chain-unreachable';

  /** @param cause told in short alone: in full it holds the endpoint's address, which may be a secret */
  constructor(what: string, cause: unknown) {
    super(`${what}: ${inShort(cause)}`);
    this.name = 'ChainUnreachable';
  }
}

function inShort(cause: unknown): string {
  if (cause instanceof BaseError) return [cause.shortMessage, cause.details].filter(Boolean).join(' ');
  return cause instanceof Error ? cause.message : String(cause);
}

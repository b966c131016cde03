/** Behind `0x`. */
type Hex = `0x${string}`;

export interface PracticeChainTerms {
  /** Where the keys of the house are written, each in a file of its own that only its owner reads. Made when missing. */
  folder: string;
  /** Seconds in which a guardian may object to a result. Default 10. */
  objectionWindow?: number;
  /** Null: a block per transaction, at once. Default 1. */
  blockTimeSeconds?: number | null;
  /** The finalized block stays two epochs behind the newest. Default 1. */
  slotsInAnEpoch?: number;
  /** Where the node listens; 0 for any free port. Default 0. */
  port?: number;
  /** Micro-USDC that the house pays into the contract. Default a million USDC. */
  house?: bigint;
}

export interface PracticeWallet {
  name: string;
  role: 'bettor' | 'admin' | 'guardian';
  key: Hex;
  address: Hex;
}

/** Such as `transfer` with an address and an amount. */
export interface TokenCall {
  functionName: string;
  args: readonly unknown[];
}

export interface PracticeChain {
  rpcUrl: string;
  chainId: number;
  usdc: Hex;
  escrow: Hex;
  /** The block that the escrow came in. */
  escrowBlock: bigint;
  /** By the name of its file: relayer, acceptance, risk-manager, resolver, finaliser, guardian. */
  keys: Record<string, Hex>;
  /** Of who owns the contract. */
  ownerKey: Hex;
  /** Bettors with 1,000.00 USDC each, two admins and a guardian. */
  wallets: PracticeWallet[];
  /** What the server is started with to be live on this chain; DATABASE_URL is the caller's. */
  settings: Record<string, string>;
  /** Micro-USDC of an address in the latest block. */
  usdcOf(address: string): Promise<bigint>;
  /** Asks the escrow contract. The caller knows what its functions answer. */
  readEscrow(functionName: string, args?: readonly unknown[]): Promise<unknown>;
  /** Gives USDC, micro, to addresses, in as few blocks as they fit in. */
  mintEach(amounts: readonly { to: string; amount: bigint }[]): Promise<void>;
  /** Lets a wallet send transactions by itself. */
  giveGas(address: string): Promise<void>;
  /**
   * Calls of the token by a wallet itself, which has gas: first in the next block. Resolves when they are in.
   *
   * @returns of each whether the token did it
   */
  callTokenAs(key: Hex, calls: readonly TokenCall[]): Promise<boolean[]>;
  /** What has become of a transaction, once a block has taken it. */
  receiptOf(hash: Hex): Promise<{ status: 'success' | 'reverted' }>;
  /** A request of the node, such as `evm_increaseTime`. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Opens a chain on this machine on which the product runs in live mode. Everything on it is new and worth nothing. */
export function openPracticeChain(terms: PracticeChainTerms): Promise<PracticeChain>;

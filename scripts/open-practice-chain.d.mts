/** Hex with `0x`. */
type Hex = `0x${string}`;

export interface PracticeChainTerms {
  /** The folder for the house's keys, each in a file that only its owner can read. Created when missing. */
  folder: string;
  /** Seconds for a guardian's objection to a result. Default 10. */
  objectionWindow?: number;
  /** Null: a block per transaction, immediately. Default 1. */
  blockTimeSeconds?: number | null;
  /** The finalized block stays two epochs behind the newest. Default 1. */
  slotsInAnEpoch?: number;
  /** The node's port; 0 for any free port. Default 0. */
  port?: number;
  /** Micro-USDC that the house pays into the contract. Default: a million USDC. */
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
  /** The block of the escrow's deployment. */
  escrowBlock: bigint;
  /** Keys by file name: relayer, acceptance, risk-manager, resolver, finaliser, guardian. */
  keys: Record<string, Hex>;
  /** The contract owner's key. */
  ownerKey: Hex;
  /** Bettors with 1,000.00 USDC each, two admins and a guardian. */
  wallets: PracticeWallet[];
  /** The server's settings for live mode on this chain; the caller provides DATABASE_URL. */
  settings: Record<string, string>;
  /** An address's micro-USDC in the latest block. */
  usdcOf(address: string): Promise<bigint>;
  /** Calls a view of the escrow contract. The caller knows the result's type. */
  readEscrow(functionName: string, args?: readonly unknown[]): Promise<unknown>;
  /** Mints micro-USDC to addresses, in as few blocks as possible. */
  mintEach(amounts: readonly { to: string; amount: bigint }[]): Promise<void>;
  /** Gives a wallet gas for its own transactions. */
  giveGas(address: string): Promise<void>;
  /**
   * Calls the token as a wallet, which needs gas, at the front of the next block. Resolves when all calls are
   * included.
   *
   * @returns for each call whether the token accepted it
   */
  callTokenAs(key: Hex, calls: readonly TokenCall[]): Promise<boolean[]>;
  /** A transaction's receipt, once a block includes it. */
  receiptOf(hash: Hex): Promise<{ status: 'success' | 'reverted' }>;
  /** A request to the node, such as `evm_increaseTime`. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a chain on this machine for the product's live mode. Everything on it is new and has no value. */
export function openPracticeChain(terms: PracticeChainTerms): Promise<PracticeChain>;

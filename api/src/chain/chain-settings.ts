import type { Hex } from '@tallystone/core/escrow/abi-words';

/** The chain and contract that hold live stakes, and the nodes through which the server reads them. */
export interface ChainSettings {
  /** Two nodes or more of different operators; on a practice chain they may be the same node. */
  readonly rpcUrls: readonly [string, string, ...string[]];
  readonly chainId: number;
  readonly usdc: Hex;
  readonly escrow: Hex;
  /** The block in which the contract was deployed. */
  readonly escrowBlock: bigint;
  /** Has a file for each key. */
  readonly keysDir: string;
  /** How long a result can be objected to, the same as in the contract. */
  readonly resultWindowSeconds: number;
  /** Address of a block explorer, without a slash at its end. */
  readonly explorer: string | null;
  /** A node that browsers may use. */
  readonly browserRpcUrl: string | null;
  /** Whether it is a chain on this machine, where nothing has any value. */
  readonly isPractice: boolean;
}

/** The chain, the contract or the keys don't match the settings. The message names the setting. */
export class ChainSetupError extends Error {}

import type { Hex } from '@tallystone/core/escrow/abi-words';

/** Where live stakes rest, and by whom the server is told of it. */
export interface ChainSettings {
  /** Nodes of different operators, from two on; on a practice chain they may be one and the same. */
  readonly rpcUrls: readonly [string, string, ...string[]];
  readonly chainId: number;
  readonly usdc: Hex;
  readonly escrow: Hex;
  /** In which the contract was deployed. */
  readonly escrowBlock: bigint;
  /** Holds a file for each key. */
  readonly keysDir: string;
  /** How long a result can be objected to, as the contract says it too. */
  readonly resultWindowSeconds: number;
  /** Address of a block explorer, without a slash at its end. */
  readonly explorer: string | null;
  /** A node that browsers may ask. */
  readonly browserRpcUrl: string | null;
  /** Whether it is a chain of this machine, on which nothing is worth anything. */
  readonly isPractice: boolean;
}

/** The chain, the contract or the keys are not what the settings say. The message names the setting. */
export class ChainSetupError extends Error {}

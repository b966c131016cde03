import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { TypedData } from '@tallystone/core/escrow/typed-data';
import type { ChainName } from '@tallystone/core/http-api/identity';
import type { NodeQuestion } from './chain-node.ts';

/** The wallet's current account and chain; null where it doesn't say. */
export interface WalletView {
  address: string | null;
  /** Hex chain id of EVM wallets; null for Solana. */
  chainId: string | null;
}

/** What the wallet is being asked, which the page shows too. */
type ConnectorStep = 'connect' | 'switch-chain' | 'add-chain';

/** The common interface of all kinds of wallets. Rejects with `WalletError`s. */
export interface WalletConnector {
  readonly family: 'evm' | 'solana';
  /** Asks for an account and, on EVM, for the chain. May open the wallet. */
  connect(request: { chain: ChainName; onStep: (step: ConnectorStep) => void }): Promise<string>;
  /** The account to sign with. Opens the wallet only if it is locked or no longer allows this site. */
  requestAccount(): Promise<string>;
  /** Never opens the wallet. */
  look(): Promise<WalletView>;
  /** Connects if the wallet already trusts this site, otherwise returns null. Never opens the wallet. */
  connectSilently(): Promise<string | null>;
  /** Switches the wallet to the chain. Does nothing on Solana. */
  switchChain(request: { chain: ChainName; onStep: (step: ConnectorStep) => void }): Promise<void>;
  /** Hex of the signature over the UTF-8 bytes of the text. */
  sign(request: { text: string; address: string }): Promise<string>;
  /** Signature of one key over typed data (EIP-712): r, s and v, with v 27 or 28. Solana wallets reject. */
  signTypedData(request: { data: TypedData; address: string }): Promise<Hex>;
  /** Asks the wallet's node for its current chain. Never opens the wallet. Solana wallets reject. */
  askNode(question: NodeQuestion): Promise<unknown>;
  disconnect(): Promise<void>;
  /** Calls `onChange` whenever account or chain may have changed. */
  watch(onChange: () => void): () => void;
}

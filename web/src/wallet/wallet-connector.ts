import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { TypedData } from '@tallystone/core/escrow/typed-data';
import type { ChainName } from '@tallystone/core/http-api/identity';
import type { NodeQuestion } from './chain-node.ts';

/** What the wallet shows now. `null` where it does not say. */
export interface WalletView {
  address: string | null;
  /** Hex chain id of EVM wallets; null for Solana. */
  chainId: string | null;
}

/** What a wallet is being asked, so that the page can say it too. */
type ConnectorStep = 'connect' | 'switch-chain' | 'add-chain';

/** One wallet, whatever its make. Rejections are `WalletError`s. */
export interface WalletConnector {
  readonly family: 'evm' | 'solana';
  /** Asks for an account and, on EVM, for the chain. May open the wallet. */
  connect(request: { chain: ChainName; onStep: (step: ConnectorStep) => void }): Promise<string>;
  /** The account to sign with now. Opens the wallet only if it has forgotten or locked this site. */
  requestAccount(): Promise<string>;
  /** Never opens the wallet. */
  look(): Promise<WalletView>;
  /** Connects only if the wallet already trusts this site; null otherwise. Never opens the wallet. */
  connectSilently(): Promise<string | null>;
  /** Brings the wallet to the chain. Does nothing on Solana. */
  switchChain(request: { chain: ChainName; onStep: (step: ConnectorStep) => void }): Promise<void>;
  /** Hex of the signature over the UTF-8 bytes of the text. */
  sign(request: { text: string; address: string }): Promise<string>;
  /** Signature of one key over typed data (EIP-712): r, s and v, the last 27 or 28. Solana wallets have none. */
  signTypedData(request: { data: TypedData; address: string }): Promise<Hex>;
  /** Asks the node that the wallet uses for the chain it is on. Never opens the wallet; Solana wallets have none. */
  askNode(question: NodeQuestion): Promise<unknown>;
  disconnect(): Promise<void>;
  /** Calls back whenever account or chain may have changed. */
  watch(onChange: () => void): () => void;
}

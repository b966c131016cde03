import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { Eip1193Provider } from '@tallystone/web/wallet/eip1193.ts';
import type { InjectedSolana } from '@tallystone/web/wallet/injected-solana.ts';
import { practiceKey } from '@tallystone/web/wallet/practice-key.ts';
import { parseTypedData } from '@tallystone/web/wallet/typed-data-text.ts';
import type { FoundWallet, WalletDiscovery, WalletInfo } from '@tallystone/web/wallet/wallet-discovery.ts';
import type { Wallet, WalletAccount } from '@wallet-standard/base';

/** Wallets for tests: they really sign, and can be set to refuse, hang or switch. */

type Mood = 'willing' | 'refusing' | 'hanging' | 'pending';

/** How a wallet reacts to each method; by default it complies. */
function createMoods() {
  const moods = new Map<string, Mood>();
  return {
    set(method: string, mood: Mood) {
      moods.set(method, mood);
    },
    /** Throws, never resolves, or lets the call through. */
    async face(method: string): Promise<void> {
      switch (moods.get(method) ?? 'willing') {
        case 'willing':
          return;
        case 'refusing':
          throw rpcError(4001, 'User rejected the request.');
        case 'pending':
          throw rpcError(-32002, 'Request of this type is already pending.');
        case 'hanging':
          return new Promise(() => {});
      }
    },
  };
}

export interface MockEvmWallet {
  provider: Eip1193Provider;
  address: string;
  /** Methods called so far, in order. */
  calls: string[];
  /** Parameters of the last call of a method. */
  lastParams: (method: string) => readonly unknown[] | undefined;
  mood: (method: string, mood: Mood) => void;
  /** Its node's answers to reads of the chain; a method without an answer is refused. */
  node: Map<string, (params: readonly unknown[]) => unknown>;
  /** Simulates the person switching account or chain in the wallet. */
  showAccounts: (addresses: string[]) => void;
  showChain: (chainId: string) => void;
}

export function createMockEvmWallet({
  secret = '11'.repeat(32),
  chainId = '0x1',
  knownChains = ['0x1', '0x38', '0x89'],
  authorised = false,
  nested4902 = false,
  movesAfterAdding = true,
}: {
  secret?: string;
  chainId?: string;
  knownChains?: string[];
  authorised?: boolean;
  /** Wraps "unknown chain" in another error, as some wallets do. */
  nested4902?: boolean;
  movesAfterAdding?: boolean;
} = {}): MockEvmWallet {
  const key = practiceKey(secret);
  const moods = createMoods();
  const calls: string[] = [];
  const params = new Map<string, readonly unknown[]>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const known = new Set(knownChains);
  const node = new Map<string, (params: readonly unknown[]) => unknown>();
  let accounts = [key.address];
  let allowed = authorised;
  let current = chainId;

  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  const showChain = (next: string) => {
    current = next;
    emit('chainChanged', next);
  };

  const provider: Eip1193Provider = {
    isMetaMask: true,
    async request({ method, params: given = [] }) {
      calls.push(method);
      params.set(method, given);
      await moods.face(method);
      switch (method) {
        case 'eth_requestAccounts':
          allowed = true;
          return accounts;
        case 'eth_accounts':
          return allowed ? accounts : [];
        case 'eth_chainId':
          return current;
        case 'wallet_switchEthereumChain': {
          const target = fieldOf(given[0], 'chainId');
          if (!known.has(target)) {
            throw nested4902
              ? Object.assign(rpcError(-32603, 'Internal error'), { data: { originalError: { code: 4902 } } })
              : rpcError(4902, 'Unrecognized chain ID.');
          }
          showChain(target);
          return null;
        }
        case 'wallet_addEthereumChain': {
          const added = fieldOf(given[0], 'chainId');
          known.add(added);
          if (movesAfterAdding) showChain(added);
          return null;
        }
        case 'personal_sign': {
          const hex = String(given[0]).slice(2);
          return key.personalSign(
            Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
          );
        }
        case 'eth_signTypedData_v4': {
          const data = parseTypedData(given[1]);
          if (data === null) throw rpcError(-32602, 'No typed data');
          return key.signTypedData(data);
        }
        default: {
          const answer = node.get(method);
          if (answer === undefined) throw rpcError(4200, `Unsupported method ${method}`);
          return answer(given);
        }
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
  };

  return {
    provider,
    address: key.address,
    calls,
    lastParams: (method) => params.get(method),
    mood: moods.set,
    node,
    showAccounts(addresses) {
      accounts = addresses;
      emit('accountsChanged', addresses);
    },
    showChain,
  };
}

export interface MockSolanaWallet {
  address: string;
  calls: string[];
  mood: (method: 'connect' | 'signMessage', mood: Mood) => void;
  showAccount: (address: string) => void;
  standard: Wallet;
  injected: InjectedSolana;
}

/** One Solana wallet with both interfaces: Wallet Standard, and the object on the window. */
export function createMockSolanaWallet({
  name = 'Phantom',
  trusted = false,
  bareSignature = false,
  secret = new Uint8Array(32).fill(7),
}: {
  name?: 'Phantom' | 'Backpack';
  /** Already trusts this site: connects without a prompt. */
  trusted?: boolean;
  /** The injected object's `signMessage` returns the bytes instead of `{ signature }`. */
  bareSignature?: boolean;
  secret?: Uint8Array;
} = {}): MockSolanaWallet {
  const address = base58.encode(ed25519.getPublicKey(secret));
  const moods = createMoods();
  const calls: string[] = [];
  const listeners = new Set<(payload: unknown) => void>();
  const account = (shown: string): WalletAccount => ({
    address: shown,
    publicKey: base58.decode(shown),
    chains: ['solana:mainnet'],
    features: ['solana:signMessage'],
  });
  let shown: string | null = null;
  let current = address;

  const connect = async (silent: boolean) => {
    calls.push(silent ? 'connect silently' : 'connect');
    if (silent && !trusted) throw rpcError(4001, 'User rejected the request.');
    await moods.face('connect');
    shown = current;
  };
  const sign = async (message: Uint8Array) => {
    calls.push('signMessage');
    await moods.face('signMessage');
    return ed25519.sign(message, secret);
  };
  const disconnect = async () => {
    calls.push('disconnect');
    shown = null;
  };

  return {
    address,
    calls,
    mood: moods.set,
    showAccount(next) {
      current = next;
      shown = next;
      for (const listener of listeners) listener(next);
    },
    standard: {
      version: '1.0.0',
      name,
      icon: 'data:image/svg+xml;base64,PHN2Zy8+',
      chains: ['solana:mainnet'],
      get accounts() {
        return shown === null ? [] : [account(shown)];
      },
      features: {
        'standard:connect': {
          async connect(input?: { silent?: boolean }) {
            // In the standard, an untrusted silent connect returns no accounts.
            await connect(input?.silent === true).catch((error: unknown) => {
              if (!input?.silent) throw error;
            });
            return { accounts: shown === null ? [] : [account(shown)] };
          },
        },
        'standard:disconnect': { disconnect },
        'standard:events': {
          on(_event: string, listener: (payload: unknown) => void) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        'solana:signMessage': {
          async signMessage({ message }: { message: Uint8Array }) {
            return [{ signedMessage: message, signature: await sign(message) }];
          },
        },
      },
    },
    injected: {
      get publicKey() {
        return shown;
      },
      async connect(options) {
        await connect(options?.onlyIfTrusted === true);
        return { publicKey: shown };
      },
      disconnect,
      async signMessage(message) {
        const signature = await sign(message);
        return bareSignature ? signature : { signature };
      },
      on(_event, listener) {
        listeners.add(listener);
      },
      off(_event, listener) {
        listeners.delete(listener);
      },
    },
  };
}

/** A discovery that finds the wallets the test adds, at once or later. */
export function createMockDiscovery(
  wallets: readonly FoundWallet[] = [],
): WalletDiscovery & { add: (wallet: FoundWallet) => void } {
  const listeners = new Set<() => void>();
  let found = wallets;
  return {
    found: () => found,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(wallet) {
      found = [...found, wallet];
      for (const listener of listeners) listener();
    },
  };
}

export function foundEvm(wallet: MockEvmWallet, info: Partial<WalletInfo> = {}): FoundWallet {
  return {
    kind: 'evm',
    provider: wallet.provider,
    info: {
      walletType: 'metamask',
      name: 'MetaMask',
      icon: null,
      rdns: 'io.metamask',
      isPractice: false,
      ...info,
    },
  };
}

export function foundSolana(
  wallet: MockSolanaWallet,
  face: 'standard' | 'injected' = 'standard',
): FoundWallet {
  const name = wallet.standard.name;
  const info: WalletInfo = {
    walletType: name === 'Backpack' ? 'backpack' : 'phantom',
    name,
    icon: null,
    rdns: null,
    isPractice: false,
  };
  return face === 'standard'
    ? { kind: 'wallet-standard', wallet: wallet.standard, info }
    : { kind: 'injected-solana', provider: wallet.injected, info };
}

function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function fieldOf(value: unknown, name: string): string {
  return typeof value === 'object' && value !== null ? String(Reflect.get(value, name)) : '';
}

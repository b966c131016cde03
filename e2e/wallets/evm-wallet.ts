import { randomUUID } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BrowserContext } from '@playwright/test';
import { type TypedData, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { evmWallet as walletOf } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { type Mood, Moods, Refusal, type Reply, reply } from './moods.ts';

export interface EvmWalletOptions {
  name?: string;
  /** Announced over EIP-6963; the default is `io.metamask`. */
  rdns?: string;
  /** Hex; if absent, a fresh key. */
  secret?: string;
  chainId?: string;
  /** Chains the wallet can switch to without adding them. */
  knownChains?: string[];
  /** Reports "unknown chain" inside another error, as some wallets do. */
  nested4902?: boolean;
  /** The wallet already allows the site. */
  authorised?: boolean;
  /** `announce`: EIP-6963. `inject`: only `window.ethereum`. */
  presence?: 'announce' | 'inject';
  /** The node that answers the wallet's chain requests; without one the wallet answers none. */
  rpcUrl?: string | null;
}

export interface WalletRequest {
  method: string;
  params: readonly unknown[];
}

/** A wallet extension as a page sees it. It lives outside the page, so it and its keys survive reloads. */
export class EvmWallet {
  readonly address: string;
  /** Every request of the page, in order. */
  readonly requests: WalletRequest[] = [];
  readonly #context: BrowserContext;
  readonly #channel = `evmWallet_${randomUUID().replaceAll('-', '')}`;
  readonly #moods = new Moods();
  readonly #options: Required<Omit<EvmWalletOptions, 'secret'>>;
  readonly #knownChains: Set<string>;
  /** Secret keys by lower-case address. */
  readonly #secrets = new Map<string, Uint8Array>();
  #accounts: string[];
  #chainId: string;
  #authorised: boolean;

  /** Adds the wallet to every page that the context opens from now on. */
  static async install(context: BrowserContext, options: EvmWalletOptions = {}): Promise<EvmWallet> {
    const wallet = new EvmWallet(context, options);
    await wallet.#install();
    return wallet;
  }

  private constructor(context: BrowserContext, options: EvmWalletOptions) {
    const { secret, ...rest } = options;
    this.#context = context;
    this.#options = {
      name: 'MetaMask',
      rdns: 'io.metamask',
      chainId: '0x1',
      knownChains: ['0x1', '0x38', '0x89'],
      nested4902: false,
      authorised: false,
      presence: 'announce',
      rpcUrl: null,
      ...rest,
    };
    this.#knownChains = new Set(this.#options.knownChains);
    this.#chainId = this.#options.chainId;
    this.#authorised = this.#options.authorised;
    this.address = this.#addAccount(secret ? hexToBytes(secret) : secp256k1.utils.randomSecretKey());
    this.#accounts = [this.address];
  }

  /** Sets how a method is answered from now on, e.g. `personal_sign` with a refusal. */
  answers(method: string, mood: Mood): void {
    this.#moods.set(method, mood);
  }

  /** The texts that the page asked it to sign. */
  signedTexts(): string[] {
    return this.requests
      .filter(({ method }) => method === 'personal_sign')
      .map(({ params }) => new TextDecoder().decode(hexToBytes(String(params[0]).slice(2))));
  }

  /** The typed data that the page asked it to sign. */
  signedData(): TypedData[] {
    return this.requests
      .filter(({ method }) => method === 'eth_signTypedData_v4')
      .map(({ params }) => JSON.parse(String(params[1])) as TypedData); // sent by the page under test
  }

  /** As if the user had changed the chain inside the wallet. */
  async showChain(chainId: string): Promise<void> {
    this.#chainId = chainId;
    await this.#emit('chainChanged', chainId);
  }

  /** As if the user had changed to another account; a new one if no address is given. Returns its address. */
  async showAccount(address?: string): Promise<string> {
    const shown = address ?? this.#addAccount(secp256k1.utils.randomSecretKey());
    this.#accounts = [shown];
    await this.#emit('accountsChanged', [shown]);
    return shown;
  }

  async #install(): Promise<void> {
    await this.#context.exposeFunction(this.#channel, (method: string, params: readonly unknown[]) =>
      reply(() => this.#answer(method, params)),
    );
    const { name, rdns, presence } = this.#options;
    await this.#context.addInitScript(putIntoPage, {
      channel: this.#channel,
      name,
      rdns,
      presence,
      uuid: randomUUID(),
    });
  }

  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    this.requests.push({ method, params });
    await this.#moods.face(method);
    switch (method) {
      case 'eth_requestAccounts':
        this.#authorised = true;
        return this.#accounts;
      case 'eth_accounts':
        return this.#authorised ? this.#accounts : [];
      case 'eth_chainId':
        return this.#chainId;
      case 'wallet_switchEthereumChain': {
        const chainId = chainIdOf(params[0]);
        if (!this.#knownChains.has(chainId)) throw this.#unknownChain();
        await this.showChain(chainId);
        return null;
      }
      case 'wallet_addEthereumChain': {
        const chainId = chainIdOf(params[0]);
        this.#knownChains.add(chainId);
        await this.showChain(chainId);
        return null;
      }
      case 'personal_sign':
        return this.#sign(String(params[0]), String(params[1]));
      case 'eth_signTypedData_v4':
        // Sent by the page under test; anything that isn't our typed data throws.
        return this.#signDigest(
          hexToBytes(typedDataDigest(JSON.parse(String(params[1])) as TypedData).slice(2)),
          String(params[0]),
        );
      case 'eth_call':
      case 'eth_blockNumber':
      case 'eth_getBlockByNumber':
      case 'eth_getTransactionReceipt':
        return this.#askNode(method, params);
      default:
        throw new Refusal({ code: 4200, message: `This wallet does not offer ${method}.` });
    }
  }

  #sign(data: string, address: string): string {
    const message = hexToBytes(data.slice(2));
    const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
    return this.#signDigest(keccak_256(concatBytes(prefix, message)), address);
  }

  #signDigest(digest: Uint8Array, address: string): string {
    const secret = this.#secrets.get(address.toLowerCase());
    if (!secret) throw new Refusal({ code: 4100, message: 'The account is not authorised.' });
    const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
    return `0x${bytesToHex(signature.subarray(1))}${(27 + (signature[0] ?? 0)).toString(16)}`;
  }

  async #askNode(method: string, params: readonly unknown[]): Promise<unknown> {
    const { rpcUrl } = this.#options;
    if (rpcUrl === null) throw new Refusal({ code: 4200, message: `This wallet does not offer ${method}.` });
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    // Methods that every node answers.
    const { result, error } = (await answer.json()) as {
      result?: unknown;
      error?: { code: number; message: string };
    };
    if (error !== undefined) throw new Refusal(error);
    return result;
  }

  #addAccount(secret: Uint8Array): string {
    const address = walletOf(secret).address;
    this.#secrets.set(address.toLowerCase(), secret);
    return address;
  }

  #unknownChain(): Refusal {
    const unknown = { code: 4902, message: 'Unrecognized chain ID.' };
    if (!this.#options.nested4902) return new Refusal(unknown);
    return new Refusal({ code: -32603, message: 'Internal error', data: { originalError: unknown } });
  }

  async #emit(event: string, payload: unknown): Promise<void> {
    const channel = this.#channel;
    await Promise.all(
      this.#context.pages().map((page) =>
        page
          .evaluate(
            (sent) =>
              void window.dispatchEvent(
                new CustomEvent(`${sent.channel}:${sent.event}`, { detail: sent.payload }),
              ),
            { channel, event, payload },
          )
          // A page that is just opening or closing will ask itself.
          .catch(() => {}),
      ),
    );
  }
}

function chainIdOf(param: unknown): string {
  return typeof param === 'object' && param !== null ? String(Reflect.get(param, 'chainId')) : '';
}

/** Runs inside the page, before anything else there, and can't access anything else in this file. */
function putIntoPage(wallet: {
  channel: string;
  name: string;
  rdns: string;
  presence: 'announce' | 'inject';
  uuid: string;
}): void {
  type Ask = (method: string, params: readonly unknown[]) => Promise<Reply>;
  const listeners = new Map<unknown, EventListener>();
  const provider = {
    isMetaMask: wallet.rdns === 'io.metamask',
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const ask = Reflect.get(window, wallet.channel) as Ask; // exposed by the test under this name
      const answer = await ask(method, params);
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.result;
    },
    on(event: string, listener: (payload: unknown) => void) {
      const handler: EventListener = (raised) => listener((raised as CustomEvent).detail);
      listeners.set(listener, handler);
      window.addEventListener(`${wallet.channel}:${event}`, handler);
    },
    removeListener(event: string, listener: unknown) {
      const handler = listeners.get(listener);
      if (handler) window.removeEventListener(`${wallet.channel}:${event}`, handler);
    },
  };

  if (wallet.presence === 'inject') {
    Object.defineProperty(window, 'ethereum', { value: provider, configurable: true });
    return;
  }
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: wallet.uuid,
      name: wallet.name,
      rdns: wallet.rdns,
      icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#F2A65A"/></svg>')}`,
    }),
    provider,
  });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}

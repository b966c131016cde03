import { randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { BrowserContext } from '@playwright/test';
import { base58 } from '@scure/base';
import { type Mood, Moods, Refusal, type Reply, reply } from './moods.ts';

export interface SolanaWalletOptions {
  name?: 'Phantom' | 'Backpack';
  /** Hex of 32 bytes; if absent, a fresh key. */
  secret?: string;
  /** The wallet already allows the site: it connects without a prompt. */
  trusted?: boolean;
  /** `standard`: registers through the Wallet Standard. `inject`: only the object on the window. */
  presence?: 'standard' | 'inject';
  /** With `inject`: `signMessage` returns the bytes instead of `{ signature }`. */
  bareSignature?: boolean;
}

/** Phantom or Backpack as a page sees them. Keys and memory are outside the page. */
export class SolanaWallet {
  readonly name: 'Phantom' | 'Backpack';
  /** `connect`, `connect silently`, `signMessage`, `disconnect`, in order. */
  readonly calls: string[] = [];
  /** The texts that the page asked it to sign. */
  readonly signedTexts: string[] = [];
  readonly #context: BrowserContext;
  readonly #channel = `solanaWallet_${randomUUID().replaceAll('-', '')}`;
  readonly #moods = new Moods();
  readonly #options: Required<Omit<SolanaWalletOptions, 'secret'>>;
  #secret: Uint8Array;
  #trusted: boolean;

  /** Adds the wallet to every page that the context opens from now on. */
  static async install(context: BrowserContext, options: SolanaWalletOptions = {}): Promise<SolanaWallet> {
    const wallet = new SolanaWallet(context, options);
    await wallet.#install();
    return wallet;
  }

  private constructor(context: BrowserContext, options: SolanaWalletOptions) {
    const { secret, ...rest } = options;
    this.#context = context;
    this.#options = { name: 'Phantom', trusted: false, presence: 'standard', bareSignature: false, ...rest };
    this.name = this.#options.name;
    this.#trusted = this.#options.trusted;
    this.#secret = secret ? hexToBytes(secret) : ed25519.utils.randomSecretKey();
  }

  get address(): string {
    return base58.encode(ed25519.getPublicKey(this.#secret));
  }

  answers(method: 'connect' | 'signMessage', mood: Mood): void {
    this.#moods.set(method, mood);
  }

  /** As if the user had changed to another account inside the wallet. Returns its address. */
  async showAnotherAccount(): Promise<string> {
    this.#secret = ed25519.utils.randomSecretKey();
    const sent = { channel: this.#channel, address: this.address };
    await Promise.all(
      this.#context.pages().map((page) =>
        page
          .evaluate(
            ({ channel, address }) =>
              void window.dispatchEvent(new CustomEvent(channel, { detail: address })),
            sent,
          )
          // A page that is just opening or closing will ask itself.
          .catch(() => {}),
      ),
    );
    return this.address;
  }

  async #install(): Promise<void> {
    await this.#context.exposeFunction(this.#channel, (call: string, message: string) =>
      reply(() => this.#answer(call, message)),
    );
    const { name, presence, bareSignature } = this.#options;
    await this.#context.addInitScript(putIntoPage, { channel: this.#channel, name, presence, bareSignature });
  }

  async #answer(call: string, message: string): Promise<string> {
    this.calls.push(call);
    switch (call) {
      case 'connect silently':
        if (!this.#trusted) throw new Refusal({ code: 4001, message: 'User rejected the request.' });
        return this.address;
      case 'connect':
        await this.#moods.face('connect');
        this.#trusted = true;
        return this.address;
      case 'signMessage':
        this.signedTexts.push(new TextDecoder().decode(hexToBytes(message)));
        await this.#moods.face('signMessage');
        return bytesToHex(ed25519.sign(hexToBytes(message), this.#secret));
      default:
        return '';
    }
  }
}

/** Runs inside the page, before anything else there, and can't access anything else in this file. */
function putIntoPage(wallet: {
  channel: string;
  name: 'Phantom' | 'Backpack';
  presence: 'standard' | 'inject';
  bareSignature: boolean;
}): void {
  type Ask = (call: string, message: string) => Promise<Reply>;
  let shown: string | null = null;
  const listeners = new Set<(address: string) => void>();
  window.addEventListener(wallet.channel, (event) => {
    if (shown === null) return;
    shown = String((event as CustomEvent).detail);
    for (const listener of listeners) listener(shown);
  });

  const ask = async (call: string, message = ''): Promise<string> => {
    const answer = await (Reflect.get(window, wallet.channel) as Ask)(call, message); // exposed by the test
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
    return String(answer.result);
  };
  const connect = async (silent: boolean) => {
    shown = await ask(silent ? 'connect silently' : 'connect');
  };
  const sign = async (message: Uint8Array) => {
    const hex = await ask(
      'signMessage',
      [...message].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    );
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  };
  const disconnect = async () => {
    shown = null;
    await ask('disconnect');
  };

  if (wallet.presence === 'inject') {
    const provider = {
      get publicKey() {
        return shown === null ? null : { toString: () => shown, toBase58: () => shown };
      },
      get isConnected() {
        return shown !== null;
      },
      async connect(options?: { onlyIfTrusted?: boolean }) {
        await connect(options?.onlyIfTrusted === true);
        return { publicKey: provider.publicKey };
      },
      disconnect,
      async signMessage(message: Uint8Array) {
        const signature = await sign(message);
        return wallet.bareSignature ? signature : { signature, publicKey: provider.publicKey };
      },
      on: (_event: string, listener: (address: string) => void) => void listeners.add(listener),
      off: (_event: string, listener: (address: string) => void) => void listeners.delete(listener),
    };
    Object.defineProperty(window, wallet.name.toLowerCase(), {
      value: wallet.name === 'Phantom' ? { solana: provider } : provider,
      configurable: true,
    });
    return;
  }

  const accounts = () =>
    shown === null
      ? []
      : [
          {
            address: shown,
            publicKey: new Uint8Array(32),
            chains: ['solana:mainnet'],
            features: ['solana:signMessage'],
          },
        ];
  const standard = {
    version: '1.0.0',
    name: wallet.name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxyZWN0IHdpZHRoPSI4IiBoZWlnaHQ9IjgiIGZpbGw9IiM1YjRiYjciLz48L3N2Zz4=',
    chains: ['solana:mainnet'],
    get accounts() {
      return accounts();
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect(input?: { silent?: boolean }) {
          // The standard answers an untrusted silent connect with no accounts.
          await connect(input?.silent === true).catch((error: unknown) => {
            if (!input?.silent) throw error;
          });
          return { accounts: accounts() };
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': {
        version: '1.0.0',
        on(_event: string, listener: (change: unknown) => void) {
          const notify = () => listener({ accounts: accounts() });
          listeners.add(notify);
          return () => listeners.delete(notify);
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        async signMessage(...inputs: { message: Uint8Array }[]) {
          const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = [];
          for (const { message } of inputs)
            outputs.push({ signedMessage: message, signature: await sign(message) });
          return outputs;
        },
      },
    },
  };
  type Register = (api: { register: (registered: unknown) => void }) => void;
  const register: Register = (api) => api.register(standard);
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

import { isRecord } from './is-record.ts';

export interface Eip1193Call {
  method: string;
  params?: readonly unknown[];
}

/** The part of EIP-1193 we use. */
export interface Eip1193Provider {
  request(call: Eip1193Call): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
  isMetaMask?: boolean;
}

/** Wallets inject anything under `window.ethereum`; only something that takes requests is a provider. */
export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  return isRecord(value) && typeof value.request === 'function';
}

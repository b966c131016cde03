import { isRecord } from './is-record.ts';

/** The part we use of the object that Phantom and Backpack put on the window. */
export interface InjectedSolana {
  isConnected?: boolean;
  publicKey?: { toString(): string } | null;
  connect(options?: { onlyIfTrusted: boolean }): Promise<unknown>;
  disconnect?(): Promise<void>;
  /** Phantom returns `{ signature }`, others return the bytes themselves. */
  signMessage(message: Uint8Array, encoding?: 'utf8'): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  off?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

export function isInjectedSolana(value: unknown): value is InjectedSolana {
  return isRecord(value) && typeof value.connect === 'function' && typeof value.signMessage === 'function';
}

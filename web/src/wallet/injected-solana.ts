/** The object Phantom and Backpack put on the window, as far as we use it. */
export interface InjectedSolana {
  isConnected?: boolean;
  publicKey?: { toString(): string } | null;
  connect(options?: { onlyIfTrusted: boolean }): Promise<unknown>;
  disconnect?(): Promise<void>;
  /** Phantom answers `{ signature }`, others the bytes themselves. */
  signMessage(message: Uint8Array, encoding?: 'utf8'): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  off?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

export function isInjectedSolana(value: unknown): value is InjectedSolana {
  return (
    typeof value === 'object' &&
    value !== null &&
    'connect' in value &&
    typeof value.connect === 'function' &&
    'signMessage' in value &&
    typeof value.signMessage === 'function'
  );
}

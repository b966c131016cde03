import { createRequire } from 'node:module';

/** The native module; null if it has no build for this machine. */
export const nativeSecp256k1 = load();

function load(): typeof import('secp256k1') | null {
  try {
    // The package's main file silently falls back to JavaScript; this file only loads the native build.
    return createRequire(import.meta.url)('secp256k1/bindings.js');
  } catch {
    return null;
  }
}

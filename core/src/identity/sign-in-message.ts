import type { WalletFamily } from './wallet-family.ts';

const STATEMENT = 'Sign to prove this address is yours. It is free and moves no funds.';

const ACCOUNT_WORD = { evm: 'Ethereum', solana: 'Solana' } as const satisfies Record<WalletFamily, string>;

export interface SignIn {
  family: WalletFamily;
  /** Host, with the port unless it is the default, such as `app.example:8443`. */
  domain: string;
  /** The requesting page, such as `https://app.example:8443`. */
  uri: string;
  /** The address in canonical form. */
  address: string;
  /** The chain that an EVM wallet signs in on; `mainnet` for Solana wallets. */
  chainId: number | string;
  /** Letters and digits, at least 8. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/**
 * The text a wallet signs to sign in, in EIP-4361's form; Solana wallets get the same form. The server rebuilds it
 * from what it knows and checks the signature over that, never over text a client sent.
 *
 * @throws RangeError when a field contains a line break or other control character, or the nonce isn't 8 or more
 *   letters and digits: either could make one message read as another
 * @see EIP-4361
 */
export function signInMessage(signIn: SignIn): string {
  const { family, domain, uri, address, chainId, nonce, issuedAt, expiresAt } = signIn;
  for (const field of [domain, uri, address, String(chainId)]) requireVisible(field);
  if (!/^[A-Za-z0-9]{8,}$/.test(nonce)) {
    throw new RangeError(`expected a nonce of 8 or more letters and digits, got ${JSON.stringify(nonce)}`);
  }
  return [
    signInOpening({ family, domain, address }),
    '',
    STATEMENT,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n');
}

/** The first two lines: which site asks which account. */
export function signInOpening({
  family,
  domain,
  address,
}: Pick<SignIn, 'family' | 'domain' | 'address'>): string {
  return `${domain} wants you to sign in with your ${ACCOUNT_WORD[family]} account:\n${address}`;
}

/** @throws RangeError for a text with anything but visible ASCII characters */
export function requireVisible(field: string): void {
  if (!/^[\x21-\x7e]+$/.test(field)) {
    throw new RangeError(`expected visible ASCII without spaces, got ${JSON.stringify(field)}`);
  }
}

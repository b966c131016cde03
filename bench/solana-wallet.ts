import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { formatWalletAddress } from '@tallystone/core/identity/wallet-address';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import type { Bettor } from './bettor.ts';
import type { Random } from './random.ts';
import { signInWallet } from './sign-in-wallet.ts';

/** The bytes before the 32 bytes of an ed25519 key in PKCS #8. */
const KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

/** A Solana wallet with a session. It signs a hundred times as fast as an EVM wallet. */
export async function signInSolanaBettor(connection: HttpConnection, random: Random): Promise<Bettor> {
  const der = Buffer.concat([KEY_PREFIX, random.bytes(KEY_BYTES)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const address = formatWalletAddress('solana', Uint8Array.from(spki.subarray(-KEY_BYTES)));
  const wallet = {
    address,
    sign: (text: string) => sign(null, Buffer.from(text, 'utf8'), key).toString('hex'),
  };
  return {
    wallet,
    token: await signInWallet(connection, wallet, { walletType: 'phantom', chain: 'Solana' }),
  };
}

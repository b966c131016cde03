import type { Bettor } from './bettor.ts';
import { evmWallet } from './evm-wallet.ts';
import type { HttpConnection } from './http-connection.ts';
import type { Random } from './random.ts';
import { signInWallet } from './sign-in-wallet.ts';

/** Makes a wallet and signs it in, as the app does. */
export async function signInBettor(connection: HttpConnection, random: Random): Promise<Bettor> {
  const wallet = evmWallet(random.bytes(32));
  const chain = random.pick(['Ethereum', 'BSC', 'Polygon']);
  return { wallet, token: await signInWallet(connection, wallet, { chain }) };
}

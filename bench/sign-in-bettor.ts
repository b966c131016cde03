import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import type { Bettor } from './bettor.ts';
import type { Random } from './random.ts';
import { signInWallet } from './sign-in-wallet.ts';

/** Creates a wallet and signs it in, as the app does. */
export async function signInBettor(connection: HttpConnection, random: Random): Promise<Bettor> {
  const wallet = evmWallet(random.bytes(32));
  const chain = random.pick(['Ethereum', 'BSC', 'Polygon']);
  return { wallet, token: await signInWallet(connection, wallet, { chain }) };
}

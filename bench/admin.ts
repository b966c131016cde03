import type { WireAzuroData, WireImportResult } from '@tallystone/core/http-api/azuro';
import type { SignedAct } from '@tallystone/core/identity/act-message';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { EvmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { readJson } from './bettor.ts';
import { sendUntilAnswered } from './send-surely.ts';
import { closeBody, type SignedBy, signAct } from './sign-act.ts';

/** Imports and reads of a failing feed are slow. */
const LIMIT_MS = 300_000;

/** An admin whose wallet signed in at one server, also valid after its restarts. */
export class Admin {
  readonly #server: { readonly port: number };
  readonly #wallet: EvmWallet;
  readonly token: string;

  private constructor(server: { readonly port: number }, wallet: EvmWallet, token: string) {
    this.#server = server;
    this.#wallet = wallet;
    this.token = token;
  }

  static async signIn(server: { readonly port: number }, wallet: EvmWallet): Promise<Admin> {
    const connection = new HttpConnection(server.port);
    const asked = await sendUntilAnswered(
      connection,
      httpRequest({ path: `/api/auth/nonce?wallet=${wallet.address}` }),
    );
    const { nonce, message } = readJson<{ nonce: string; message: string }>(asked);
    const json = { wallet: wallet.address, signature: wallet.sign(message), nonce, walletType: 'metamask' };
    const answer = await sendUntilAnswered(
      connection,
      httpRequest({ method: 'POST', path: '/api/auth/verify', json }),
    );
    connection.close();
    return new Admin(server, wallet, readJson<{ token: string }>(answer).token);
  }

  /** Each call has a connection of its own. */
  async call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, json?: unknown): Promise<Answer> {
    const connection = new HttpConnection(this.#server.port);
    try {
      const body = json === undefined ? {} : { json };
      return await sendUntilAnswered(connection, httpRequest({ method, path, token: this.token, ...body }), {
        limitMs: LIMIT_MS,
      });
    } finally {
      connection.close();
    }
  }

  /** Signs an irreversible act, for the body of its call. */
  async sign(act: SignedAct): Promise<SignedBy> {
    const connection = new HttpConnection(this.#server.port);
    try {
      return await signAct((request) => sendUntilAnswered(connection, request), this.#wallet, act);
    } finally {
      connection.close();
    }
  }

  /** The body of the call that ends betting on a market now. */
  async closing(marketId: string): Promise<object> {
    const connection = new HttpConnection(this.#server.port);
    try {
      return await closeBody((request) => sendUntilAnswered(connection, request), this.#wallet, marketId);
    } finally {
      connection.close();
    }
  }

  async azuroData(): Promise<WireAzuroData> {
    return readJson<WireAzuroData>(await this.call('GET', '/api/azuro/comprehensive-data'));
  }

  async importGames(gameIds: readonly string[]): Promise<WireImportResult> {
    return readJson<WireImportResult>(await this.call('POST', '/api/admin/import-azuro-bulk', { gameIds }));
  }
}

import type { ChainKeys, EscrowChain, Role } from '@tallystone/api/chain/escrow-chain.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { sql } from 'drizzle-orm';
import { privateKeyToAccount } from 'viem/accounts';

const ESCROW = `0x${'ee'.repeat(20)}` as const;

/** An account of the house and its signed transactions. */
export interface TestAccount {
  readonly address: Hex;
  readonly role: Role;
  /**
   * Signs with a nonce and stores the transaction, with its place in a final block that was replaced; null: in no
   * block.
   */
  sign(db: Db, nonce: number, place: readonly [block: number, logIndex: number] | null): Promise<void>;
}

/**
 * @param digit repeated for its key
 */
export function anAccount(role: Role, digit: string): TestAccount {
  const account = privateKeyToAccount(`0x${digit.repeat(64)}`);
  const address = account.address.toLowerCase() as Hex;
  const name = (nonce: number) => `${role} ${nonce}`;
  return {
    address,
    role,
    async sign(db, nonce, place) {
      const raw = await account.signTransaction({
        chainId: 137,
        type: 'eip1559',
        nonce,
        to: ESCROW,
        data: `0x${Buffer.from(name(nonce)).toString('hex')}`,
        gas: 900_000n,
        maxFeePerGas: 100n,
        maxPriorityFeePerGas: 2n,
      });
      await db.execute(sql`
        with called as (
          insert into chain_calls (key, role, data, gas, signer, nonce, state, tx_hash, block_number)
          values (${name(nonce)}, ${role}, '\\x', 1, decode(${address.slice(2)}, 'hex'), ${nonce},
            ${place === null ? 'sent' : 'final'}, case when ${place !== null}::boolean then sha256(${name(nonce)}::bytea) end,
            ${place?.[0] ?? null}::bigint)
          returning id)
        insert into chain_transactions (signer, nonce, attempt, call_id, raw, hash, max_fee)
        select decode(${address.slice(2)}, 'hex'), ${nonce}, 1, id, decode(${raw.slice(2)}, 'hex'),
          sha256(${name(nonce)}::bytea), 1 from called`);
      if (place === null) return;
      await db.execute(sql`
        insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
        values (${place[0]}, ${place[1]}, sha256(${`${place[0]}`}::bytea), sha256(${name(nonce)}::bytea), 'BetPaid', '{}',
          clock_timestamp())`);
    },
  };
}

export function keysOf(accounts: readonly TestAccount[]): ChainKeys {
  return {
    addressOf: (role) => accounts.find((each) => each.role === role)?.address ?? null,
    sign: () => {
      throw new Error('nothing is signed here');
    },
  };
}

/** Nodes whose chain has only what they are given: each account's transactions below a nonce. */
export function aReplacedChain(accounts: readonly TestAccount[]) {
  const nonces = new Map(accounts.map(({ address }) => [address, 0]));
  const given: string[] = [];
  const asked: string[] = [];
  const reverts = new Set<string>();
  const text = (data: string) => Buffer.from(data.slice(2), 'hex').toString();
  // The tests call nothing else.
  const chain = {
    async nonce(signer: Hex) {
      asked.push(signer);
      return nonces.get(signer) ?? 0;
    },
    goesThrough: async ({ data }: { data: string }) => !reverts.has(text(data)),
    async broadcast(raw: Hex) {
      const name = accounts
        .map(({ role }) => new RegExp(`${role} \\d+`).exec(text(raw))?.[0])
        .find((found) => found !== undefined);
      given.push(name ?? raw);
    },
  } as Partial<EscrowChain> as EscrowChain;
  return { chain, nonces, given, asked, reverts };
}

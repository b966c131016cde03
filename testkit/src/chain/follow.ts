import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainAlert } from '@tallystone/api/chain/chain-alert.ts';
import { connectEscrow } from '@tallystone/api/chain/connect-escrow.ts';
import type { ChainKeys, EscrowChain, Role } from '@tallystone/api/chain/escrow-chain.ts';
import { type FollowLimits, followChain } from '@tallystone/api/chain/follow-chain.ts';
import {
  finaliseCall,
  openMarketCall,
  payBetsCall,
  proposeCall,
} from '@tallystone/api/chain/market-calls.ts';
import { openCursor } from '@tallystone/api/chain/open-cursor.ts';
import { type AcceptedBet, placeCall } from '@tallystone/api/chain/place-call.ts';
import { openEndpoint } from '@tallystone/api/chain/rpc.ts';
import { signDigest } from '@tallystone/api/chain/sign-digest.ts';
import { listSigners, type Signer } from '@tallystone/api/chain/signer.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { randomId } from '@tallystone/api/db/random-id.ts';
import { col, rows } from '@tallystone/api/db/rows.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { recordEntries } from '@tallystone/api/ledger/record-entries.ts';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { type EscrowBet, hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { rulesHash } from '@tallystone/core/escrow/rules-hash';
import { betAcceptance, stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { holdEntry } from '@tallystone/core/ledger/hold-entry';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { createTestClient, encodeFunctionData, http, parseAbi, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { openPracticeChain, type PracticeChain } from '../../../scripts/open-practice-chain.mjs';
import { aBettor, aMarket, type TestBettor, type TestMarket, usdc } from '../betting/betting.ts';
import { anEvmWallet } from '../wallets/wallets.ts';
import { cashOutOffer } from './cash-out-offer.ts';

/** Two epochs are between the newest and the last final block: more than a test makes before it finalises. */
const SLOTS_IN_AN_EPOCH = 10;
const FINAL_AFTER = 2 * SLOTS_IN_AN_EPOCH + 1;
/** A node forgets its first states after 4,100 blocks, including blocks that were taken back. */
const MOST_BLOCKS = 2000;
/**
 * How far a chain's clock is ahead of all others, so that those never reach the end of what is valid for seconds on
 * it.
 */
const AHEAD_SECONDS = 3600;
/** No node takes this long, however busy its machine is. */
const ANSWERS_MS = 60_000;
const TOKEN = { name: 'USD Coin', version: '2' };
const CASH_OUT_ABI = parseAbi([
  'function cashOut((bytes32 betId, uint64 amount, uint64 deadline) offer, bytes bettorSignature, bytes acceptance)',
]);
/** Nothing is too old for tests that make blocks when they like. */
const PATIENT: FollowLimits = {
  newestSeconds: 1_000_000,
  finalSeconds: 1_000_000,
  aheadSeconds: 100_000_000,
};

/**
 * A chain that makes a block only when something is sent. Nothing becomes final and no time passes unless a test says
 * so.
 */
export interface TestChain extends PracticeChain {
  readonly escrowChain: EscrowChain;
  /** Connects with a second node of the test's choice, or with two or more. */
  connect(secondUrl: string, firstUrl?: string, ...moreUrls: string[]): EscrowChain;
  /** Seconds since 1970 by the chain's own clock. */
  now(): Promise<number>;
  /** Makes everything so far final. */
  finalise(): Promise<void>;
  /** Makes a block this much later than the last one. */
  passTime(seconds: number): Promise<void>;
  /** Sends as an account of the house with unlimited gas, in the next block. Fails when reverted. */
  send(role: string, call: { data: Hex; gas?: bigint; to?: Hex }): Promise<Hex>;
}

/** This worker's chains by objection window: setting one up takes seconds, resetting it doesn't. */
const furnished = new Map<number, Furnished>();

interface Furnished {
  readonly practice: PracticeChain;
  /** The state after setup. */
  snapshot: unknown;
  isLent: boolean;
  /** Including blocks that were taken back. */
  blocks: number;
}

/** The chain ends with the worker. */
async function furnish(objectionWindow: number): Promise<Furnished> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-chain-'));
  try {
    const terms = { blockTimeSeconds: null, slotsInAnEpoch: SLOTS_IN_AN_EPOCH, objectionWindow };
    const practice = await openPracticeChain({ folder, ...terms });
    return { practice, snapshot: await practice.rpc('evm_snapshot'), isLent: false, blocks: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Resets a chain to its state after setup, whatever the last test did: state, nonces, waiting transactions, and
 * mining.
 */
async function takeBack(chain: Furnished): Promise<void> {
  const { rpc } = chain.practice;
  await rpc('anvil_dropAllTransactions');
  if ((await rpc('evm_revert', [chain.snapshot])) !== true) throw new Error('the chain was not taken back');
  chain.snapshot = await rpc('evm_snapshot');
  await rpc('evm_setAutomine', [true]);
  await rpc('evm_setNextBlockTimestamp', [Math.floor(Date.now() / 1000) + AHEAD_SECONDS]);
  await rpc('evm_mine');
  await rpc('anvil_setBlockTimestampInterval', [0]);
}

/**
 * This worker's chain in its state after setup, with the house's keys in a separate folder. One test at a time has
 * it, until it stops it.
 *
 * @param objectionWindow seconds
 */
export async function aTestChain({ objectionWindow = 0 } = {}): Promise<TestChain> {
  const lent = furnished.get(objectionWindow) ?? (await furnish(objectionWindow));
  furnished.set(objectionWindow, lent);
  if (lent.isLent) throw new Error('the test before has not stopped the chain of this worker');
  lent.isLent = true;
  await takeBack(lent);
  const { practice } = lent;
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-keys-'));
  for (const [name, key] of Object.entries(practice.keys))
    writeFileSync(join(folder, name), key, { mode: 0o600 });
  // Still hex: the product uses lower-case addresses.
  const lower = (hex: Hex) => hex.toLowerCase() as Hex;
  const connect = (secondUrl: string, firstUrl = practice.rpcUrl, ...moreUrls: string[]) =>
    connectEscrow({
      endpoints: [
        openEndpoint(firstUrl, ANSWERS_MS),
        openEndpoint(secondUrl, ANSWERS_MS),
        ...moreUrls.map((url) => openEndpoint(url, ANSWERS_MS)),
      ],
      place: { chainId: practice.chainId, escrow: lower(practice.escrow) },
      token: { ...TOKEN, address: lower(practice.usdc) },
      escrowBlock: practice.escrowBlock,
    });
  const client = createTestClient({
    mode: 'anvil',
    transport: http(practice.rpcUrl, { timeout: ANSWERS_MS }),
  }).extend(publicActions);
  const now = async () => Number((await client.getBlock({ blockTag: 'latest' })).timestamp);
  const passTime = async (seconds: number) => {
    await practice.rpc('evm_setNextBlockTimestamp', [(await now()) + seconds]);
    await practice.rpc('evm_mine');
  };
  const countBlocks = async () => {
    lent.blocks += Number(await client.getBlockNumber({ cacheTime: 0 }));
  };
  return {
    ...practice,
    async rpc(method, params) {
      if (method === 'evm_revert') await countBlocks();
      return practice.rpc(method, params);
    },
    settings: { ...practice.settings, CHAIN_KEYS_DIR: folder },
    escrowChain: connect(practice.rpcUrl),
    connect,
    now,
    passTime,
    finalise: async () => {
      await practice.rpc('anvil_mine', [`0x${FINAL_AFTER.toString(16)}`]);
    },
    async send(role, { data, gas = 1_000_000n, to = practice.escrow }) {
      const key = role === 'owner' ? practice.ownerKey : practice.keys[role];
      if (key === undefined) throw new Error(`no key for ${role}`);
      const account = privateKeyToAccount(key);
      const raw = await account.signTransaction({
        chainId: practice.chainId,
        type: 'eip1559',
        nonce: await client.getTransactionCount({ address: account.address }),
        to,
        data,
        gas,
        maxFeePerGas: 10n ** 12n,
        maxPriorityFeePerGas: 1n,
      });
      const hash = await client.sendRawTransaction({ serializedTransaction: raw });
      const { status } = await practice.receiptOf(hash);
      if (status !== 'success') throw new Error(`${hash} was reverted`);
      return hash;
    },
    stop: async () => {
      rmSync(folder, { recursive: true, force: true });
      lent.isLent = false;
      await countBlocks();
      if (lent.blocks < MOST_BLOCKS) return;
      furnished.delete(objectionWindow);
      await practice.stop();
    },
  };
}

/** Follows the chain once, with the given nodes. */
export function follow(
  db: Db,
  chain: EscrowChain,
  limits: FollowLimits = PATIENT,
): Promise<ChainAlert | null> {
  return followChain(db, chain, { limits, now: new Date() });
}

/** Opens the cursor, and records the house's deposits in the books. */
export async function beginToFollow(db: Db, chain: TestChain): Promise<void> {
  await openCursor(db, chain.escrowChain);
  await chain.finalise();
  await follow(db, chain.escrowChain);
}

export function signerOf(keys: ChainKeys, role: Role): Signer {
  const found = listSigners(keys).find(({ roles }) => roles.includes(role));
  if (found === undefined) throw new Error(`no signer for ${role}`);
  return found;
}

/** A role's signer, and its first nonce that the chain doesn't have. */
export async function signerAt(
  { chain, keys }: { chain: EscrowChain; keys: ChainKeys },
  role: Role,
): Promise<{ signer: Signer; fromNonce: number }> {
  const signer = signerOf(keys, role);
  return { signer, fromNonce: await chain.nonce(signer.address, 'latest') };
}

/** A market whose opening on the chain was requested, as `advanceMarket` leaves it. */
export async function anAskedMarket(db: Db): Promise<TestMarket & { closesAt: number; hash: Hex }> {
  const closesAt = Math.floor(Date.now() / 1000) + 30 * 86_400;
  const market = await aMarket(db, { endsAt: new Date(closesAt * 1000), lossBudget: usdc(10_000) });
  const hash = rulesHash({
    title: market.marketId,
    description: '',
    outcomes: ['Yes', 'No'],
    closesAt,
    azuroConditionId: null,
  });
  await db.execute(sql`
    update markets set opening = true, state = 'suspended' where id = ${market.marketId}`);
  await db.execute(sql`
    insert into chain_markets (market_id, state, rules_hash, max_house_loss, max_odds, close_at)
    values (${market.marketId}, 'opening', decode(${hash.slice(2)}, 'hex'), 10000000000, 1000000000,
      to_timestamp(${closesAt}::float8))`);
  return { ...market, closesAt, hash };
}

export async function openOnChain(
  chain: TestChain,
  { marketId, closesAt, hash }: { marketId: string; closesAt: number; hash: Hex },
): Promise<void> {
  const terms = { maxHouseLoss: microUsdc(10_000_000_000n), maxOdds: microOdds(1_000_000_000n) };
  await chain.send(
    'risk-manager',
    openMarketCall({ marketId, outcomes: 2, closesAt, rulesHash: hash, ...terms }),
  );
}

/** A market that takes live bets. */
export async function anOpenMarket(db: Db, chain: TestChain): Promise<TestMarket> {
  const market = await anAskedMarket(db);
  await openOnChain(chain, market);
  await chain.finalise();
  await follow(db, chain.escrowChain);
  return market;
}

/** A bettor with USDC in a wallet on the chain and nothing in the books. */
export async function aLiveBettor(
  db: Db,
  chain: TestChain,
  { funds = usdc(1000) }: { funds?: bigint } = {},
): Promise<TestBettor & { secret: Uint8Array; address: Hex }> {
  const wallet = anEvmWallet();
  const bettor = await aBettor(db, { wallet, funds: usdc(0) });
  const address: Hex = `0x${Buffer.from(wallet.wallet.bytes).toString('hex')}`;
  if (funds > 0n) await chain.mintEach([{ to: address, amount: funds }]);
  return { ...bettor, secret: wallet.secret, address };
}

/** A test bet's terms. */
interface BetOfTest {
  readonly market: TestMarket;
  readonly bettor: { session: { userId: string }; secret: Uint8Array; address: Hex };
  readonly outcome?: number;
  readonly stake?: ReturnType<typeof usdc>;
  readonly odds?: ReturnType<typeof microOdds>;
  /** How long its acceptance is valid, by the chain's clock. */
  readonly holdsSeconds?: number;
}

/** A bet signed by both sides but in no books, as a thief of the acceptance key could make. */
export async function aSignedBet(
  chain: TestChain,
  {
    market,
    bettor,
    outcome = 0,
    stake = usdc(10),
    odds = microOdds(1_900_000n),
    holdsSeconds = 45,
  }: BetOfTest,
): Promise<AcceptedBet> {
  const { place, token } = chain.escrowChain;
  const { marketId } = market;
  const id = randomId('b_');
  const now = await chain.now();
  const acceptedUntil = now + holdsSeconds;
  const deadline = BigInt(now + Math.max(300, holdsSeconds));
  const terms = { id, marketId, bettor: bettor.address, outcome, stake, odds, deadline };
  const bet = escrowBetOf(terms);
  return {
    ...terms,
    acceptedUntil: BigInt(acceptedUntil),
    authorization: signDigest(typedDataDigest(stakeAuthorization(bet, place, token)), bettor.secret),
    acceptance: signDigest(typedDataDigest(betAcceptance(bet, acceptedUntil, place)), acceptanceKeyOf(chain)),
  };
}

const acceptanceKeyOf = (chain: TestChain): Uint8Array =>
  Buffer.from((chain.keys.acceptance ?? '').slice(2), 'hex');

function escrowBetOf(
  bet: Pick<AcceptedBet, 'id' | 'marketId' | 'bettor' | 'outcome' | 'stake' | 'odds' | 'deadline'>,
): EscrowBet {
  return {
    betId: chainIdOf(bet.id),
    marketId: chainIdOf(bet.marketId),
    bettor: bet.bettor,
    outcome: bet.outcome,
    stake: microUsdc(bet.stake),
    odds: microOdds(bet.odds),
    deadline: Number(bet.deadline),
  };
}

/** An accepted bet: signed by both sides, on hold in the books, and not on the chain yet. */
export async function anAcceptedBet(db: Db, chain: TestChain, made: BetOfTest): Promise<AcceptedBet> {
  const accepted = await aSignedBet(chain, made);
  const { id, marketId, outcome, stake, odds, deadline, acceptedUntil, authorization, acceptance } = accepted;
  const { outcomeIds } = made.market;
  const betHash = hashEscrowBet(escrowBetOf(accepted), chain.escrowChain.place);
  const payout = microUsdc((stake * odds) / 1_000_000n);
  const hex = (text: string) => sql`decode(${text.replace(/^0x/, '')}, 'hex')`;
  await transaction(db, async (tx) => {
    await tx.execute(sql`select id from markets where id = ${marketId} for update`);
    const key = `hold:${id}`;
    const entries = await recordEntries(tx, [{ key, entry: holdEntry({ marketId, payout }) }]);
    await tx.execute(sql`
      update outcomes set pending_returns = pending_returns + ${payout}::bigint,
        pending_stakes = pending_stakes + ${stake}::bigint
      where id = ${outcomeIds[outcome]}`);
    await tx.execute(sql`
      insert into live_bets (id, user_id, market_id, outcome_id, stake, odds, payout, placed_at, closes_at,
        daily_stake_cap, market_version, signed_text, signature, signed_hash, quote_id, body_hash, deadline,
        accepted_until, bet_hash, stake_authorization, acceptance, priced_on, hold_entry_id)
      select ${id}, ${made.bettor.session.userId}, m.id, ${outcomeIds[outcome]}, ${stake}::bigint, ${odds}::bigint,
        ${payout}::bigint, date_trunc('milliseconds', clock_timestamp()), m.closes_at, 1000000000000, m.version + 1,
        'A test', '\\x00', '\\x00', ${randomUUID()}, '\\x00', to_timestamp(${String(deadline)}::float8),
        to_timestamp(${String(acceptedUntil)}::float8), ${hex(betHash)}, ${hex(authorization)},
        ${hex(acceptance)}, '[]', ${entries.get(key)}::bigint
      from markets m where m.id = ${marketId}`);
    await tx.execute(sql`update markets set version = version + 1 where id = ${marketId}`);
  });
  return accepted;
}

/** Makes the contract cash out a bet, as a bettor who stole the acceptance key could. */
export function cashOutOnChain(
  chain: TestChain,
  { betId, amount, secret }: { betId: string; amount: ReturnType<typeof usdc>; secret: Uint8Array },
): Promise<Hex> {
  const offer = { betId: chainIdOf(betId), amount, deadline: 4_000_000_000 };
  const digest = typedDataDigest(cashOutOffer(offer, chain.escrowChain.place));
  const [bettor, house] = [signDigest(digest, secret), signDigest(digest, acceptanceKeyOf(chain))];
  return chain.send('relayer', {
    data: encodeFunctionData({
      abi: CASH_OUT_ABI,
      functionName: 'cashOut',
      args: [{ ...offer, deadline: BigInt(offer.deadline) }, bettor, house],
    }),
  });
}

/** Sends accepted bets as the relayer does. */
export function placeOnChain(chain: TestChain, bets: readonly AcceptedBet[]): Promise<Hex> {
  return chain.send('relayer', placeCall(bets));
}

/** Ends a market on the chain immediately; its objection window is zero. */
export async function endOnChain(chain: TestChain, marketId: string, result: number | 'void'): Promise<void> {
  const evidenceHash: Hex = `0x${'1'.repeat(64)}`;
  await chain.send('resolver', proposeCall({ marketId, result, evidenceHash }));
  await chain.send('finaliser', finaliseCall(marketId));
}

export function payOnTestChain(chain: TestChain, betIds: readonly string[]): Promise<Hex> {
  return chain.send('relayer', payBetsCall(betIds, false));
}

/** A live bet's state. */
export async function liveBet(
  db: Db,
  id: string,
): Promise<{ state: string; failure: string | null; txHash: string | null; block: string | null }> {
  const [found] = await rows(
    db,
    { state: col.text, failure: col.text.orNull, tx_hash: col.text.orNull, block: col.text.orNull },
    sql`
      select l.state, l.failure, '0x' || encode(l.tx_hash, 'hex') as tx_hash, l.block_number::text as block
      from live_bets l where l.id = ${id}`,
  );
  if (found === undefined) throw new Error(`the bet ${id} is not there`);
  const { state, failure, tx_hash: txHash, block } = found;
  return { state, failure, txHash, block };
}

/** Balances by account kind, micro-USDC; users and escrows are summed up. */
export async function balances(db: Db): Promise<Record<string, bigint>> {
  const found = await rows(
    db,
    { kind: col.text, balance: col.text },
    sql`
      select a.kind, sum(a.balance)::text as balance
      from (select kind, balance from accounts union all select 'pool', balance from pool_slices) a group by a.kind`,
  );
  return Object.fromEntries(found.map(({ kind, balance }) => [kind, BigInt(balance)]));
}

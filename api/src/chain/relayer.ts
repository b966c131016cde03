import { formatEther } from 'viem';
import type { Db } from '../db/db.ts';
import { repeat } from '../rounds/repeat.ts';
import { askSparingly } from './ask-sparingly.ts';
import { batchBets } from './batch-bets.ts';
import { broadcastCalls } from './broadcast-calls.ts';
import type { ChainKeys, EscrowChain, Role } from './escrow-chain.ts';
import { followCalls } from './follow-calls.ts';
import { MOST_BATCH_GAS } from './place-call.ts';
import { raiseFees } from './raise-fees.ts';
import { hasCalls } from './relay-store.ts';
import { reportSeldom } from './report-seldom.ts';
import { signCalls } from './sign-calls.ts';
import { listSigners, type Signer } from './signer.ts';

/** Sends queued calls to the chain and follows them until they are final. */
export interface Relayer {
  /** Starts the next round now. */
  wake(): void;
  /** Why accepted bets would not reach the chain, or null. Bets that could only fail must not be taken. */
  problem(): string | null;
  /** Which account will soon run out of gas money, or null. */
  warning(): string | null;
  /** What its accounts had for gas at the last check; null before the first. */
  gas(): Gas | null;
  /** Resolves once no work is running. */
  stop(): Promise<void>;
}

const ROUND_EVERY_MS = 400;
/** The shortest pause between rounds, however often the relayer is woken. */
const PAUSE_MS = 100;
/** Betting goes on while sending fails for less than this. */
const STUMBLE_MS = 5000;
/** Nodes may disagree this long about blocks near the head, but never about final ones. */
const DISPUTE_MS = 60_000;
/** How often the accounts' gas money is checked. */
const GAS_CHECK_EVERY_MS = 20_000;

/**
 * Several processes may run a relayer, on any number of machines: nonces are given out under a lock, every transaction is
 * stored before it is sent, and any process can finish what another one left.
 */
export function openRelayer({
  db,
  chain,
  keys,
  onError,
}: {
  db: Db;
  chain: EscrowChain;
  keys: ChainKeys;
  onError(error: unknown): void;
}): Relayer {
  const chainForRound = askSparingly(chain);
  const signers = listSigners(keys);
  const report = reportSeldom(onError);
  let isStopping = false;
  /** Since when calls with bets could not be signed or sent to a node. */
  let unsentSince: number | null = null;
  /** By signer: since when the nodes disagree about its calls. */
  const disputedSince = new Map<string, number>();
  let gas: Gas | null = null;
  let nextGasCheck = 0;
  let checkingGas: Promise<void> = Promise.resolve();

  /** Runs one piece of work. Its failure doesn't stop the others. */
  async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (isStopping) return null;
    try {
      return await work();
    } catch (error) {
      report(error, name);
      return null;
    }
  }

  async function tend(signer: Signer, asked: EscrowChain): Promise<void> {
    const parts = { db, chain: asked, keys };
    const { address, roles } = signer;
    const isBusy = await attempt('look', () => hasCalls(db, { signer: address, roles }));
    // Unsent calls may have been dropped, and then no later call would show that sending works again.
    if (isBusy === false) {
      noteSent(signer, true);
      noteDispute(signer, false);
    }
    if (isBusy !== true) return;
    const fromNonce = await attempt('nonce', () => asked.nonce(address, 'latest'));
    if (fromNonce === null) {
      noteSent(signer, false);
      return;
    }
    const at = { signer, fromNonce };
    const signed = await attempt('sign', () => signCalls(parts, at));
    await attempt('raise', () => raiseFees(parts, at));
    const broadcast = await attempt('broadcast', async () => ({ heldBack: await broadcastCalls(parts, at) }));
    const heldBack = broadcast?.heldBack ?? null;
    if (heldBack !== null) report(new Error(heldBack), 'broadcast');
    noteSent(signer, signed !== null && signed !== 'full' && broadcast !== null && heldBack === null);
    const isDisputed = await attempt('follow', () => followCalls(parts, at));
    if (isDisputed !== null) noteDispute(signer, isDisputed);
  }

  /** Only counts for the signer that sends bets. */
  function noteSent({ roles }: Signer, isSent: boolean): void {
    if (!roles.includes('relayer')) return;
    unsentSince = isSent ? null : (unsentSince ?? performance.now());
  }

  function noteDispute({ address }: Signer, isDisputed: boolean): void {
    if (!isDisputed) disputedSince.delete(address);
    else if (!disputedSince.has(address)) disputedSince.set(address, performance.now());
  }

  function problem(): string | null {
    const now = performance.now();
    if (unsentSince !== null && now - unsentSince > STUMBLE_MS) {
      return "The relayer's transactions don't reach the blockchain.";
    }
    for (const since of disputedSince.values()) {
      if (now - since > DISPUTE_MS)
        return "The nodes disagree on what happened to one of the house's transactions.";
    }
    return null;
  }

  /** Runs beside the sending, which doesn't wait for it. */
  function checkGas(): void {
    if (performance.now() < nextGasCheck) return;
    nextGasCheck = performance.now() + GAS_CHECK_EVERY_MS;
    checkingGas = readGas(chain, signers).then(
      (found) => {
        gas = found;
      },
      // Sending and following report nodes that don't answer. The last figures stay.
      () => undefined,
    );
  }

  const rounds = repeat({
    everyMs: ROUND_EVERY_MS,
    pauseMs: PAUSE_MS,
    onError: report,
    async work() {
      checkGas();
      while ((await attempt('batch', () => batchBets(db))) === true);
      const asked = chainForRound();
      await Promise.all(signers.map((signer) => tend(signer, asked)));
    },
  });
  void rounds.now();
  return {
    wake: rounds.wake,
    problem,
    warning: () => gas && gasWarning(gas),
    gas: () => gas,
    async stop() {
      isStopping = true;
      await rounds.stop();
      await checkingGas;
    },
  };
}

/** Warns if an account can pay for fewer of its largest calls than this: enough for the day that a top-up takes. */
const FEWEST_CALLS = 50n;
/** For calls that open and end markets, which take less; see market-calls.ts. */
const OTHER_CALL_GAS = 400_000n;

/** What the accounts that send transactions have for gas, at one moment. */
export interface Gas {
  /** Wei per unit of gas, at most. */
  readonly maxFee: bigint;
  readonly accounts: readonly {
    readonly address: Signer['address'];
    readonly roles: readonly Role[];
    /** Its transactions that are in blocks. */
    readonly nonce: number;
    /** Wei. */
    readonly left: bigint;
    /** How many of its largest calls that pays for. */
    readonly calls: bigint;
  }[];
}

export async function readGas(
  chain: Pick<EscrowChain, 'fees' | 'gasBalance' | 'nonce'>,
  signers: readonly Signer[],
): Promise<Gas> {
  const { maxFee } = await chain.fees();
  const accounts = await Promise.all(
    signers.map(async ({ address, roles }) => {
      const callGas = roles.includes('relayer') ? MOST_BATCH_GAS : OTHER_CALL_GAS;
      const [left, nonce] = await Promise.all([chain.gasBalance(address), chain.nonce(address, 'latest')]);
      return { address, roles, nonce, left, calls: left / (callGas * maxFee) };
    }),
  );
  return { maxFee, accounts };
}

/**
 * Warns which account is short of gas money at today's fees, long before its transactions are refused; null if none is. If
 * it is the relayer's account, bets would stop.
 */
export function gasWarning({ accounts }: Gas): string | null {
  for (const { address, roles, left, calls } of accounts) {
    if (calls >= FEWEST_CALLS) continue;
    return `The account of ${listed(roles)}, ${address}, has ${shortEther(left)} POL left, enough for ${calls} of its largest calls at today's fees. Send it more POL.`;
  }
  return null;
}

const listed = (roles: readonly Role[]): string => `the ${roles.join(' and the ')}`;

const shortEther = (wei: bigint): string => Number(formatEther(wei)).toFixed(3);

import type { Db } from '../db/db.ts';
import { repeat } from '../rounds/repeat.ts';
import { askSparingly } from './ask-sparingly.ts';
import { batchBets } from './batch-bets.ts';
import { broadcastCalls } from './broadcast-calls.ts';
import type { ChainKeys, EscrowChain } from './escrow-chain.ts';
import { followCalls } from './follow-calls.ts';
import { gasWarning } from './gas-warning.ts';
import { raiseFees } from './raise-fees.ts';
import { hasCalls } from './relay-store.ts';
import { signCalls } from './sign-calls.ts';
import { listSigners, type Signer } from './signer.ts';
import { tellSeldom } from './tell-seldom.ts';

/** Sends what is queued for the chain, and looks after it until it is final. */
export interface Relayer {
  /** Looks now instead of in a moment. */
  wake(): void;
  /** Why accepted bets would not reach the chain, or null: no bet may be taken that could only fail. */
  problem(): string | null;
  /** Which account will soon have nothing to pay gas with, or null. */
  warning(): string | null;
  /** Resolves once nothing is being done. */
  stop(): Promise<void>;
}

const LOOKS_EVERY_MS = 400;
/** Whoever is woken often does not look more often than this. */
const PAUSE_MS = 100;
/** A node that stumbles once is no reason to stop betting. */
const STUMBLE_MS = 5000;
/** Near the head nodes may be of two minds for a while; about what is final they may not. */
const DISPUTE_MS = 60_000;
/** What accounts have left is asked so often. */
const GAS_LOOKS_EVERY_MS = 60_000;

/**
 * Several processes may, on any number of machines: nonces are given out under a lock, every transaction is stored before
 * it is broadcast, and whatever one process leaves behind another one finishes.
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
  const forOneLook = askSparingly(chain);
  const signers = listSigners(keys);
  const tell = tellSeldom(onError);
  let isStopping = false;
  /** Since when what carries bets could not be signed or handed to a node. */
  let unsentSince: number | null = null;
  /** By signer: since when the nodes do not agree on what became of its calls. */
  const disputedSince = new Map<string, number>();
  let warning: string | null = null;
  let looksAtGasFrom = 0;
  let lookingAtGas: Promise<void> = Promise.resolve();

  /** One piece of work; that it fails holds up no other. */
  async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (isStopping) return null;
    try {
      return await work();
    } catch (error) {
      tell(error, name);
      return null;
    }
  }

  async function tend(signer: Signer, asked: EscrowChain): Promise<void> {
    const parts = { db, chain: asked, keys };
    const { address, roles } = signer;
    const isBusy = await attempt('look', () => hasCalls(db, { signer: address, roles }));
    // What could not be handed over may have been given up: nothing waits any more that would show that nodes take it again.
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
    if (heldBack !== null) tell(new Error(heldBack), 'broadcast');
    noteSent(signer, signed !== null && signed !== 'full' && broadcast !== null && heldBack === null);
    const isDisputed = await attempt('follow', () => followCalls(parts, at));
    if (isDisputed !== null) noteDispute(signer, isDisputed);
  }

  /** Of what carries bets: what else waits holds none of them up. */
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

  /** Beside what is sent, which waits for no warning. */
  function lookAtGas(): void {
    if (performance.now() < looksAtGasFrom) return;
    looksAtGasFrom = performance.now() + GAS_LOOKS_EVERY_MS;
    lookingAtGas = gasWarning(chain, signers).then(
      (found) => {
        warning = found;
      },
      // Nodes that do not answer are told of by what is sent and followed; what was known of the gas stays.
      () => undefined,
    );
  }

  const rounds = repeat({
    everyMs: LOOKS_EVERY_MS,
    pauseMs: PAUSE_MS,
    onError: tell,
    async work() {
      lookAtGas();
      while ((await attempt('batch', () => batchBets(db))) === true);
      const asked = forOneLook();
      await Promise.all(signers.map((signer) => tend(signer, asked)));
    },
  });
  void rounds.now();
  return {
    wake: rounds.wake,
    problem,
    warning: () => warning,
    async stop() {
      isStopping = true;
      await rounds.stop();
      await lookingAtGas;
    },
  };
}

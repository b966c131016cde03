import { formatEther, formatGwei } from 'viem';
import type { Db } from '../db/db.ts';
import { readFollowedState } from './cursor-store.ts';
import type { Role } from './escrow-chain.ts';
import type { Gas } from './relayer.ts';

/** Figures of the chain for the metrics. */
export interface ChainFigures {
  /** The kind of the alert that stops bets; null if there is none. */
  readonly alert: string | null;
  /** Since the books were last found equal to the chain; null: never. */
  readonly unreadSeconds: number | null;
  /** Since each node last answered this process, in the order of the settings. */
  readonly nodesSilentSeconds: readonly number[];
  readonly accounts: readonly {
    readonly roles: readonly Role[];
    readonly nonce: number;
    readonly balancePol: number;
    readonly transactionsLeft: number;
  }[];
  /** What a transaction offers at most for a unit of gas; null if it isn't known yet. */
  readonly gasPriceGwei: number | null;
}

/** Figures that the database can't give are null. */
export async function readChainFigures(
  db: Db,
  { nodesSilentSeconds, gas }: { nodesSilentSeconds: readonly number[]; gas: Gas | null },
): Promise<ChainFigures> {
  const state = await readFollowedState(db).catch(() => null);
  return {
    alert: state?.alert?.kind ?? null,
    unreadSeconds: state?.unreadSeconds ?? null,
    nodesSilentSeconds,
    accounts: (gas?.accounts ?? []).map(({ roles, nonce, left, calls }) => ({
      roles,
      nonce,
      balancePol: Number(formatEther(left)),
      transactionsLeft: Number(calls),
    })),
    gasPriceGwei: gas === null ? null : Number(formatGwei(gas.maxFee)),
  };
}

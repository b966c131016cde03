import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { useSyncExternalStore } from 'react';
import { store } from '../signals/store.ts';
import {
  addSelection,
  endSelections,
  parseSlip,
  removeSelections,
  type Selection,
  type Slip,
  storedSlip,
} from './slip.ts';
import { slipText } from './slip-text.ts';

let read: { text: string | null; slip: Slip } | undefined;

/** The slip of this browser, the same in all its tabs. */
export function useSlip(): Slip {
  return useSyncExternalStore(slipText.subscribe, currentSlip);
}

/** The outcome of one market that is on the slip; null if none is. */
export function useSlipOutcome(marketId: string): string | null {
  return useSyncExternalStore(slipText.subscribe, () => outcomeOf(marketId));
}

/** Whether the panel of the slip is open. */
export const slipPanel = store(false);

/** Adds an outcome, instead of another one of its market. Returns false and changes nothing if the slip is full. */
export function addToSlip(
  { id, title, gameId }: Pick<WireListedMarket, 'id' | 'title' | 'gameId'>,
  outcome: Pick<WireOutcome, 'id' | 'name'>,
): boolean {
  const selection = {
    marketId: id,
    outcomeId: outcome.id,
    title,
    outcomeName: outcome.name,
    ...(gameId !== undefined && { gameId }),
  };
  const slip = addSelection(currentSlip(), selection);
  if (slip !== null) write(slip);
  return slip !== null;
}

export const removeFromSlip = (marketIds: readonly string[]) =>
  write(removeSelections(currentSlip(), marketIds));

/** Takes off exactly these outcomes; another one of the same market stays. */
export const removeOutcomes = (outcomes: readonly Pick<Selection, 'marketId' | 'outcomeId'>[]) =>
  removeFromSlip(
    outcomes
      .filter(({ marketId, outcomeId }) => outcomeOf(marketId) === outcomeId)
      .map(({ marketId }) => marketId),
  );

/** Takes off the slip what is on markets that ended; the slip says so until it is read. */
export const endOnSlip = (marketIds: readonly string[]) => write(endSelections(currentSlip(), marketIds));

/** Call once the bettor has read which selections left. */
export const forgetEnded = () => write({ ...currentSlip(), ended: [] });

/** The stored slip, so that tabs see each other's changes. The same object until something changes. */
function currentSlip(): Slip {
  const text = slipText.read();
  if (read === undefined || read.text !== text) read = { text, slip: parseSlip(text) };
  return read.slip;
}

function outcomeOf(marketId: string): string | null {
  return currentSlip().selections.find((each) => each.marketId === marketId)?.outcomeId ?? null;
}

function write(slip: Slip): void {
  slipText.write(storedSlip(slip));
}

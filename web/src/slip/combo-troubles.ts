import type { WireComboQuote } from '@tallystone/core/http-api/combos';
import { type TextKey, t } from '../texts/t-slip.ts';
import { translated } from '../texts/translated.ts';
import type { SlipRow } from './use-slip-rows.ts';

/** Why the selections make no combo. */
export interface ComboTroubles {
  /** By market: the sentence at its row. */
  readonly rows: ReadonlyMap<string, string>;
  /** A reason that no single selection is; null for none. */
  readonly whole: string | null;
}

/** Short words for reasons that the row itself explains. The server's sentences say what a refusal means for the money. */
const WORDS: Readonly<Record<string, TextKey | undefined>> = {
  'combo-own-market': 'slip.ownMarket',
  'combo-in-play': 'slip.inPlay',
  'combo-one-sided': 'slip.oneSided',
  'combo-same-game': 'slip.sameGame',
  'combo-same-participant': 'slip.sameParticipant',
  'combo-below-zero-margin': 'slip.changing',
  'combo-odds-too-high': 'slip.oddsTooHigh',
  'combo-not-yet': 'slip.notYet',
  'combo-live-mode': 'slip.comboLater',
};

/** What the page itself knows, and what the server said about these selections. */
export function comboTroubles(
  rows: readonly SlipRow[],
  answer: Pick<WireComboQuote, 'reason' | 'why' | 'leg'> | undefined,
): ComboTroubles {
  const found = new Map<string, string>();
  const games = new Set<string>();
  for (const { market, outcome } of rows) {
    if (market === null) continue;
    const { id, gameId, source, inPlay, oneSided } = market;
    if (source !== 'azuro') found.set(id, t('slip.ownMarket'));
    else if (inPlay !== undefined) found.set(id, t('slip.inPlay'));
    else if (oneSided) found.set(id, t('slip.oneSided'));
    else if (gameId !== undefined && games.has(gameId)) found.set(id, t('slip.sameGame'));
    else if (outcome?.odds === null) found.set(id, t('slip.noPrice'));
    if (gameId !== undefined) games.add(gameId);
  }
  const said = answer === undefined ? null : saidIn(answer);
  const marked = answer?.leg === undefined ? undefined : rows[answer.leg];
  if (said === null) return { rows: found, whole: null };
  if (marked === undefined) return { rows: found, whole: said };
  const { marketId } = marked.selection;
  if (!found.has(marketId)) found.set(marketId, said);
  return { rows: found, whole: null };
}

/** The sentence of a refusal; null if there is none. */
function saidIn({ reason, why }: Pick<WireComboQuote, 'reason' | 'why'>): string | null {
  const key = why === undefined ? undefined : WORDS[why.code];
  if (key !== undefined) return t(key);
  return translated(reason, why) ?? null;
}

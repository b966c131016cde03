import type { AnyReason } from '@tallystone/core/sentences/facts';
import { fill } from '@tallystone/core/sentences/sentence';
import type { en } from './en.ts';
import * as areas from './es-areas.ts';
import { esReasons } from './es-reasons.ts';
import type { enAccount } from './t-account.ts';
import type { enAdmin } from './t-admin.ts';
import type { enBet } from './t-bet.ts';
import type { enGamePage } from './t-game-page.ts';
import type { enLegal } from './t-legal.ts';
import type { enList } from './t-list.ts';
import type { enMarketGroups } from './t-market-groups.ts';
import type { enMarketPage } from './t-market-page.ts';
import type { enNotices } from './t-notices.ts';
import type { enPalette } from './t-palette.ts';
import type { enSign } from './t-sign.ts';
import type { enSlip } from './t-slip.ts';
import type { enTaxonomy } from './t-taxonomy.ts';
import type { enTransparency } from './t-transparency.ts';
import type { enWallet } from './t-wallet.ts';
import type { enWinners } from './t-winners.ts';
import type { TextsLike } from './texts-like.ts';

type All = typeof en &
  typeof enAccount &
  typeof enAdmin &
  typeof enBet &
  typeof enGamePage &
  typeof enLegal &
  typeof enList &
  typeof enMarketGroups &
  typeof enMarketPage &
  typeof enNotices &
  typeof enPalette &
  typeof enSign &
  typeof enSlip &
  typeof enTaxonomy &
  typeof enTransparency &
  typeof enWallet &
  typeof enWinners;

/**
 * Every text of the app in Spanish. It loads when the user chooses Spanish.
 *
 * Neutral Spanish that says "tú". One word per idea: bet, apuesta; stake, importe (apostado); odds, cuota;
 * outcome, resultado; chance, probabilidad; market, mercado; to settle, liquidar; void, anulado; to cash out, vender (la
 * apuesta) and venta; escrow, depósito; pool, fondo; the house, la casa; cap, límite (of the house: tope); balance, saldo;
 * statement, extracto; entry, asiento; the books, los libros; wallet, billetera; chain to sign on, red; feed, fuente (de
 * cuotas); practice, de práctica; combo, combinada; slip, boleto; break, pausa; admin, administrador; guardian, guardián; receipt, recibo.
 */
export const es = areas satisfies { readonly [Area in keyof All]: TextsLike<All[Area]> };

const REASONS: Readonly<Record<string, string | undefined>> = esReasons;

/** The Spanish sentence for a reason from the server or core. @throws Error for an unknown code */
export function reasonInSpanish(reason: AnyReason): string {
  const text = REASONS[reason.code];
  if (text === undefined) throw new Error(`There is no text "${reason.code}"`);
  // Nested reasons are translated one by one.
  return fill(text, reason, (nested) => reasonInSpanish(nested as AnyReason));
}

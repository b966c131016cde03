import type { AnyReason } from '@tallystone/core/sentences/facts';
import { fill } from '@tallystone/core/sentences/sentence';
import type { en } from './en.ts';
import { account } from './es/account.ts';
import { age } from './es/age.ts';
import { bet } from './es/bet.ts';
import { card } from './es/card.ts';
import { cashOut } from './es/cash-out.ts';
import { categories } from './es/categories.ts';
import { controls } from './es/controls.ts';
import { finding } from './es/finding.ts';
import { frame } from './es/frame.ts';
import { hints } from './es/hints.ts';
import { history } from './es/history.ts';
import { identity } from './es/identity.ts';
import { landing } from './es/landing.ts';
import { legal } from './es/legal.ts';
import { legalContact } from './es/legal-contact.ts';
import { legalPrivacy } from './es/legal-privacy.ts';
import { legalRisk } from './es/legal-risk.ts';
import { legalTechnology } from './es/legal-technology.ts';
import { limits } from './es/limits.ts';
import { live } from './es/live.ts';
import { marketPage } from './es/market-page.ts';
import { markets } from './es/markets.ts';
import { noticePanel } from './es/notice-panel.ts';
import { notices } from './es/notices.ts';
import { odds } from './es/odds.ts';
import { offline } from './es/offline.ts';
import { ownBets } from './es/own-bets.ts';
import { palette } from './es/palette.ts';
import { placing } from './es/placing.ts';
import { receipt } from './es/receipt.ts';
import { selling } from './es/selling.ts';
import { sign } from './es/sign.ts';
import { solvency } from './es/solvency.ts';
import { statement } from './es/statement.ts';
import { stream } from './es/stream.ts';
import { suspension } from './es/suspension.ts';
import { times } from './es/times.ts';
import { transaction } from './es/transaction.ts';
import { transparency } from './es/transparency.ts';
import { wallet } from './es/wallet.ts';
import { walletMenu } from './es/wallet-menu.ts';
import { esAdmin } from './es-admin.ts';
import { esReasons } from './es-reasons.ts';
import type { enAccount } from './t-account.ts';
import type { enAdmin } from './t-admin.ts';
import type { enBet } from './t-bet.ts';
import type { enLegal } from './t-legal.ts';
import type { enMarketPage } from './t-market-page.ts';
import type { enNotices } from './t-notices.ts';
import type { enPalette } from './t-palette.ts';
import type { enSign } from './t-sign.ts';
import type { enTransparency } from './t-transparency.ts';
import type { enWallet } from './t-wallet.ts';
import type { TextsLike } from './texts-like.ts';

type All = typeof en &
  typeof enAccount &
  typeof enAdmin &
  typeof enBet &
  typeof enLegal &
  typeof enMarketPage &
  typeof enNotices &
  typeof enPalette &
  typeof enSign &
  typeof enTransparency &
  typeof enWallet;

/**
 * Every text of the app in Spanish. It arrives when Spanish is chosen.
 *
 * Neutral Spanish that says "tú". Words that mean one thing each: bet, apuesta; stake, importe (apostado); odds, cuota;
 * outcome, resultado; chance, probabilidad; market, mercado; to settle, liquidar; void, anulado; to cash out, vender (la
 * apuesta) and venta; escrow, depósito; pool, fondo; the house, la casa; cap, límite (of the house: tope); balance, saldo;
 * statement, extracto; entry, asiento; the books, los libros; wallet, billetera; chain to sign on, red; feed, fuente (de
 * cuotas); practice, de práctica; break, pausa; admin, administrador; guardian, guardián; receipt, recibo.
 */
export const es = {
  account,
  age,
  bet,
  card,
  cashOut,
  categories,
  controls,
  finding,
  frame,
  hints,
  history,
  identity,
  landing,
  legal,
  legalContact,
  legalPrivacy,
  legalRisk,
  legalTechnology,
  limits,
  live,
  marketPage,
  markets,
  noticePanel,
  notices,
  odds,
  offline,
  ownBets,
  palette,
  placing,
  receipt,
  selling,
  sign,
  solvency,
  statement,
  stream,
  suspension,
  times,
  transaction,
  transparency,
  wallet,
  walletMenu,
  ...esAdmin,
} as const satisfies { readonly [Area in keyof All]: TextsLike<All[Area]> };

const REASONS: Readonly<Record<string, string | undefined>> = esReasons;

/** Says in Spanish what the server and core say. @throws Error for a code that it does not know */
export function reasonInSpanish(reason: AnyReason): string {
  const text = REASONS[reason.code];
  if (text === undefined) throw new Error(`There is no text "${reason.code}"`);
  // What has a code of its own is told one by one.
  return fill(text, reason, (nested) => reasonInSpanish(nested as AnyReason));
}

// The account shows the dialogs and notices of bets too.
import './t-bet.ts';
import { account } from './en/account.ts';
import { cashOut } from './en/cash-out.ts';
import { combos } from './en/combos.ts';
import { history } from './en/history.ts';
import { limits } from './en/limits.ts';
import { positions } from './en/positions.ts';
import { receipt } from './en/receipt.ts';
import { selling } from './en/selling.ts';
import { shareBet } from './en/share-bet.ts';
import { statement } from './en/statement.ts';
import { type KeyWith, withTexts } from './t.ts';
import type { enBet } from './t-bet.ts';

/** English texts of the account, receipts and cash-outs, loaded with those screens. */
export const enAccount = {
  account,
  cashOut,
  combos,
  history,
  limits,
  positions,
  receipt,
  selling,
  shareBet,
  statement,
} as const;

/** `t` with the texts of the account, receipts and cash-outs. */
export const t = withTexts<typeof enAccount, typeof enBet>(enAccount);

/** The key of one of these texts that takes no values. */
export type TextKey = KeyWith<typeof enBet & typeof enAccount>;

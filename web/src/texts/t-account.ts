// Its dialogs and notices stand in the account too.
import './t-bet.ts';
import { account } from './en/account.ts';
import { cashOut } from './en/cash-out.ts';
import { history } from './en/history.ts';
import { limits } from './en/limits.ts';
import { receipt } from './en/receipt.ts';
import { statement } from './en/statement.ts';
import { type KeyWith, withTexts } from './t.ts';
import type { enBet } from './t-bet.ts';

/** English texts of the account, of receipts and of cash-outs, which arrive with them. */
export const enAccount = { account, cashOut, history, limits, receipt, statement } as const;

/** `t` with the texts of the account, of receipts and of cash-outs. */
export const t = withTexts<typeof enAccount, typeof enBet>(enAccount);

/** A text of these that stands as it is, without values. */
export type TextKey = KeyWith<typeof enBet & typeof enAccount>;

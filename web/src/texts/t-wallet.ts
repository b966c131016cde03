import { identity } from './en/identity.ts';
import { walletMenu } from './en/wallet-menu.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { PlainKeyOf, Translate } from './text-keys.ts';

/** English texts of what the wallet control opens, and of who is connected, which arrive with it. */
export const enWallet = { identity, walletMenu } as const;

addTexts('en', enWallet);

/** `t` with the texts of what the wallet control opens. */
export const t: Translate<typeof en & typeof enWallet> = textOf;

/** A text of these that stands as it is, without values. */
export type TextKey = PlainKeyOf<typeof en & typeof enWallet>;

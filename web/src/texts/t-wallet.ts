import { identity } from './en/identity.ts';
import { walletMenu } from './en/wallet-menu.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts of what the wallet control opens, and of who is connected, which arrive with it. */
export const enWallet = { identity, walletMenu } as const;

/** `t` with the texts of what the wallet control opens. */
export const t = withTexts(enWallet);

/** A text of these that stands as it is, without values. */
export type TextKey = KeyWith<typeof enWallet>;

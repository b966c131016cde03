import { identity } from './en/identity.ts';
import { walletMenu } from './en/wallet-menu.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts of the wallet menu and of who is connected, loaded with the menu. */
export const enWallet = { identity, walletMenu } as const;

/** `t` with the texts of the wallet menu. */
export const t = withTexts(enWallet);

/** The key of one of these texts that takes no values. */
export type TextKey = KeyWith<typeof enWallet>;

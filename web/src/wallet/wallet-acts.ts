/** What a session does once a person acts or a wallet is linked. A first visit to the markets needs none of it. */
export { askWalletNode } from './ask-wallet-node.ts';
export { checkMismatch } from './check-mismatch.ts';
export { connectWallet } from './connect-wallet.ts';
export { findAuthorisedWallets } from './find-authorised-wallets.ts';
export { goOnAsGuest } from './go-on-as-guest.ts';
export { adoptWallet, moveToChain, switchBack } from './move-to-chain.ts';
export { connectTrustedPhantom, resumePractice, resumeSession } from './resume-session.ts';
export { signInAgain } from './sign-in-again.ts';
export { signText, signTypedData } from './wallet-signatures.ts';

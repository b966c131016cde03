/** The bar while the wallet shows another account or chain than the one that signed in. */
export const mismatch = {
  nowOtherAccount:
    'Your wallet shows another account. Switch back to {{expected}} or sign in with the new one.',
  nowOtherChain: 'Your wallet is on {{now}}. Switch back to {{expected}} or sign in again.',
  unofferedChain: 'a chain we do not offer',
  switchBackTo: 'Switch back to {{chain}}',
  signInOn: 'Sign in on {{chain}}',
  signInAs: 'Sign in as {{address}}',
} as const;

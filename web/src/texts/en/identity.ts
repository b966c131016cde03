/** Who is connected, and what they still need before they can act. */
export const identity = {
  adminLevel: 'Admin (Level {{level}})',
  nobody: 'Your wallet is connected, but you are not signed in.',
  mayLook: 'This account can look but not change anything. Level {{level}} is needed.',
  guest:
    'You are signed in as a guest. Sign with your wallet to act as an admin; it is free and moves no funds.',
  signWithWallet: 'Sign with your wallet',
  useAnother: 'Use another wallet',
  guardian: 'Guardian',
  adminsOnly: 'This page is for admins. Connect your wallet to continue.',
  guardiansOnly:
    'This page is for guardians, who review results before they are paid. Connect your wallet to continue.',
  openAdminLink: 'Open the Admin link printed by npm start: it brings the practice admin into this tab.',
  openPracticeLinks: "Open a practice wallet's own link, printed by npm run start:chain, to use it in a tab.",
} as const;

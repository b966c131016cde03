/** Who is connected, and what they still need before they can act. */
export const identity = {
  adminLevel: 'Admin (Level {{level}})',
  mayLook: 'This account can look but not change anything. Level {{level}} is needed.',
  guest: 'You are a guest. Sign with your wallet to act as an admin. It is free and moves no funds.',
  signWithWallet: 'Sign with your wallet',
  useAnother: 'Use another wallet',
  guardian: 'Guardian',
  adminsOnly: 'For admins. Connect your wallet to continue.',
  guardiansOnly: 'For guardians, who review results before they are paid. Connect your wallet to continue.',
  openAdminLink: 'Open the Admin link printed by npm start.',
  openPracticeLinks: "Open a practice wallet's link printed by npm run start:chain.",
} as const;

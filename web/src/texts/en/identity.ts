/** Who is connected, and what is missing for them to act. */
export const identity = {
  adminLevel: 'Admin (Level {{level}})',
  nobody: 'The wallet is connected, but nobody is signed in with it.',
  mayLook: 'This account can look but not change anything. Level {{level}} is needed.',
  guest:
    'You are a guest here, without a signature. Sign with your wallet to act as an admin; it is free and moves no funds.',
  signWithWallet: 'Sign with your wallet',
  useAnother: 'Use another wallet',
  guardian: 'Guardian',
  adminsOnly: 'This part is for the people who run the markets. Connect your wallet to go on.',
  guardiansOnly:
    'This part is for the guardians, who look at results before they are paid. Connect your wallet to go on.',
  openAdminLink: 'Open the Admin link that npm start printed: it brings the practice admin into this tab.',
  openPracticeLinks:
    'Each practice wallet comes into a tab by a link of its own, which npm run start:chain printed.',
} as const;

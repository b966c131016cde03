/** What is said without a connection, of a new version of the app, and of the app as a device shows it. */
export const offline = {
  away: 'You are offline',
  needs: 'This page needs the connection. Until you are back, what it shows may be old or missing.',
  missing: 'This page needs the connection',
  missingWhat:
    'You are offline, and this page is not kept on this device. Your bets and your money are unchanged.',
  openMarkets: 'Open the last list of markets',
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  appDescription: 'Prediction markets in sports, politics and crypto for adults, at fixed odds.',
  shortcutMarkets: 'Markets',
  shortcutAccount: 'My Account',
} as const;

/** Messages while offline and about a new version, and the app's entry on a device. */
export const offline = {
  away: 'You are offline',
  needs: "This page needs a connection. Until you're back online, it may be out of date or incomplete.",
  missing: 'This page needs a connection',
  missingWhat:
    'You are offline, and this page is not saved on this device. Your bets and your money are unchanged.',
  openMarkets: 'Open the last list of markets',
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  appDescription: 'Prediction markets in sports, politics and crypto for adults, at fixed odds.',
  shortcutMarkets: 'Markets',
  shortcutAccount: 'My Account',
} as const;

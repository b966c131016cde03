/** Messages while offline and about a new version, and the app's entry on a device. */
export const offline = {
  away: 'You are offline',
  needs: 'This page may be out of date or incomplete.',
  missing: 'This page needs a connection',
  missingWhat: 'It is not saved on this device. Your bets and your money are unchanged.',
  openMarkets: 'Open last market list',
  newVersion: 'New version ready.',
  reload: 'Reload',
  appDescription: 'Prediction markets in sports, politics and crypto for adults, at fixed odds.',
  shortcutMarkets: 'Markets',
  shortcutAccount: 'My Account',
} as const;

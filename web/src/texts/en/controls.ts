/** Words of the controls that every part shares. */
export const controls = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  choose: 'Choose',
  tryAgain: 'Try Again',
  details: 'Details',
  practice: 'Practice',
  /** `{hotkey}` is filled in by the region itself. */
  notifications: 'Notifications ({hotkey})',
  couldNotLoad: '{{what}} could not be loaded',
  requestOf: ', request {{id}}',
  moneyUnchanged: 'Your bets and your money are unchanged. Check your connection and try again.',
  unknownTime: 'unknown',
} as const;

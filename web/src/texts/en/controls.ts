/** Labels of controls that every part uses. */
export const controls = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  choose: 'Choose',
  tryAgain: 'Try Again',
  details: 'Details',
  practice: 'Practice',
  /** The toast region fills in `{hotkey}` itself. */
  notifications: 'Notifications ({hotkey})',
  loading: 'Loading…',
  couldNotLoad: '{{what}} could not be loaded',
  requestOf: ', request {{id}}',
  moneyUnchanged: 'Your bets and money are unchanged. Check your connection and try again.',
  unknownTime: 'unknown',
} as const;

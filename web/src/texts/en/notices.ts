/** The header's bell, and the messages that a returning user sees. */
export const notices = {
  bell: 'Recent activity',
  bellNew_one: 'Recent activity, 1 new',
  bellNew_other: 'Recent activity, {{count}} new',
  panelMissing: 'Recent activity could not be opened',
  panelMissingWhy: 'Check your connection and try again.',
} as const;

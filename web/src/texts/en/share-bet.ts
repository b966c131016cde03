/** The dialog that shares a picture of a bet. */
export const shareBet = {
  share: 'Share',
  title: 'Share this bet',
  what: 'The picture names no wallet.',
  amounts: 'Show amounts',
  drawing: 'Drawing the picture',
  picture: 'Bet on {{outcome}}: {{market}}',
  thePicture: 'The picture',
  notAffected: 'Your bet is not affected.',
  save: 'Save picture',
  copyLink: 'Copy link to this bet',
  copied: 'Copied',
  copyFailed: 'Not copied',
} as const;

/** One act for many markets: the bar, the questions before it, and what came of it. */
export const adminBulk = {
  action: 'Bulk action',
  enable: 'Enable',
  disable: 'Disable',
  close: 'Close now',
  archive: 'Archive',
  delete: 'Delete',
  restore: 'Restore',
  applying: 'Applying…',
  apply: 'Apply Action',
  nothingSelected: 'Nothing selected',
  selected_one: '1 selected',
  selected_other: '{{figure}} selected',
  selectedHidden_one: '1 selected, {{hidden}} of them not in this list',
  selectedHidden_other: '{{figure}} selected, {{hidden}} of them not in this list',
  nothingChanged: 'Nothing was changed',
  closeTitle_one: 'Close this market now?',
  closeTitle_other: 'Close {{figure}} markets now?',
  closeMeans_one:
    'Betting ends at once and cannot be opened again. Every bet stands as it is; the market then waits for its result.',
  closeMeans_other:
    'Betting ends at once and cannot be opened again. Every bet stands as it is; each market then waits for its result.',
  closing: 'Closing…',
  deleteTitle_one: 'Delete 1 market?',
  deleteTitle_other: 'Delete {{figure}} markets?',
  deleteMeans: 'This cannot be undone. There are no open bets on them.',
  deleteSkips_one:
    'This cannot be undone. 1 of them has bets ({{bets}} in all): markets with bets can only be archived and will be skipped.',
  deleteSkips_other:
    'This cannot be undone. {{figure}} of them have bets ({{bets}} in all): markets with bets can only be archived and will be skipped.',
  deleting: 'Deleting…',
  typeToConfirm: 'Type {{figure}} to confirm',
  showAllSkipped: 'Show all {{figure}} skipped',
} as const;

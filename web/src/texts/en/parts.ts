/** A bet of which parts were sold, where it is listed. */
export const parts = {
  open: '{{open}} open of {{staked}}, {{sold}} sold for {{paid}}',
  ended: '{{sold}} of {{staked}} sold for {{paid}} before the end',
} as const;

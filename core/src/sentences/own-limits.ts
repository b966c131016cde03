/** Why the server refuses a change of the limits that users set for themselves. */
export const OWN_LIMITS = {
  'own-cap-range':
    'Enter a daily cap between 0.00 and 1,000,000.00 USDC in whole cents; your limits have not changed.',
  'break-stays':
    "You already asked not to bet until {{until:minute}}. That is later and can't be shortened, so nothing was changed.",
  'limits-changed-or-not':
    "We can't tell yet whether your limits were changed; check them again in a moment.",
  'limits-not-recorded': "Your limits couldn't be saved, so they have not changed; save them again.",
} as const;

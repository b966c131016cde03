/** Why the limits that users set for themselves stay as they are. */
export const OWN_LIMITS = {
  'own-cap-range':
    'A daily cap is an amount between 0.00 and 1,000,000.00 USDC in whole cents, so your limits stay as they are; enter such an amount.',
  'break-stays':
    'You asked not to bet until {{until:minute}}, which cannot be shortened and is later than this would end, so it stays as it is.',
  'limits-changed-or-not':
    'We cannot tell yet whether your limits were changed; look at them again in a moment.',
  'limits-not-recorded': 'Your limits could not be recorded, so they stay as they are; send them again.',
} as const;

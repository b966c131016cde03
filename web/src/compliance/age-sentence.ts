/** What a visitor agrees to before betting; the same words in the notice and in the bet dialog. */
export const AGE_SENTENCE =
  'You must be 18+ to use this site. These are skill-based prediction markets, not gambling.';

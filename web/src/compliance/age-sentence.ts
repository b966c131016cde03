/** What a visitor agrees to before betting; the same words in the notice and in the bet dialog. */
export const AGE_SENTENCE =
  'You must be 18+ to use this site. These are skill-based prediction markets, not gambling: outcomes depend on real events and on what you know about them.';

/**
 * Markets that don't have one winner among outcomes with odds: of which several win, such as a double chance, or of which one
 * has odds, such as a player who scores. On their pages, on their game's page and in the bet dialog.
 */
export const winners = {
  several: '{{winners}} of the {{all}} outcomes win.',
  oneSided:
    "Only this outcome has odds, which imply the chance, with an unknown margin included. Bets can't be cashed out or be part of a combo.",
} as const;

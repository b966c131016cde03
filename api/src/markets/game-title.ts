/** The feed's title of a game as people read it: `Arsenal vs Chelsea`. */
export const gameTitle = (ofFeed: string): string => ofFeed.replaceAll(' - ', ' vs ');

/** A market of which several outcomes win, such as a double chance: on its page, its game's page and in the bet dialog. */
export const winners = {
  several: '{{winners}} of the {{all}} outcomes win.',
} as const;

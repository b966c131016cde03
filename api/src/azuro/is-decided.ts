/** Whether the feed's state of an outcome says how it ended. */
export const isDecided = (state: unknown): boolean =>
  state === 'Won' || state === 'Lost' || state === 'Canceled';

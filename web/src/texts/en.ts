/**
 * English texts of the first load, by area. What only appears after a click belongs to the part it arrives with, such as
 * `t-account.ts`. The other languages have all of them, with the same names.
 */
export { age } from './en/age.ts';
export { card } from './en/card.ts';
export { categories } from './en/categories.ts';
export { controls } from './en/controls.ts';
export { finding } from './en/finding.ts';
export { frame } from './en/frame.ts';
export { hints } from './en/hints.ts';
export { landing } from './en/landing.ts';
export { markets } from './en/markets.ts';
export { notices } from './en/notices.ts';
export { odds } from './en/odds.ts';
export { offline } from './en/offline.ts';
export { ownBets } from './en/own-bets.ts';
export { placing } from './en/placing.ts';
export { selling } from './en/selling.ts';
export { stream } from './en/stream.ts';
export { suspension } from './en/suspension.ts';
export { times } from './en/times.ts';
export { wallet } from './en/wallet.ts';

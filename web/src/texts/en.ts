import { age } from './en/age.ts';
import { card } from './en/card.ts';
import { categories } from './en/categories.ts';
import { controls } from './en/controls.ts';
import { finding } from './en/finding.ts';
import { frame } from './en/frame.ts';
import { landing } from './en/landing.ts';
import { markets } from './en/markets.ts';
import { notices } from './en/notices.ts';
import { odds } from './en/odds.ts';
import { offline } from './en/offline.ts';
import { ownBets } from './en/own-bets.ts';
import { placing } from './en/placing.ts';
import { stream } from './en/stream.ts';
import { suspension } from './en/suspension.ts';
import { times } from './en/times.ts';
import { wallet } from './en/wallet.ts';

/**
 * English texts of the first load, by area. Texts that appear only after a click belong to the part that loads them, such
 * as `t-account.ts`. Every other language has all texts in one place, under the same names. This is an object, because a
 * module namespace adds more code to the first load.
 */
export const en = {
  age,
  card,
  categories,
  controls,
  finding,
  frame,
  landing,
  markets,
  notices,
  odds,
  offline,
  ownBets,
  placing,
  stream,
  suspension,
  times,
  wallet,
} as const;

import { restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { utcMinute } from '@tallystone/core/utc-minute';
import { BET_WORDS, type BetWords } from './bet-words.ts';
import { COLOUR, drawReceipt, INSIDE, type On, PICTURE_WIDTH, write, writeWithin } from './picture-canvas.ts';

export interface BetPictureLook {
  lang: keyof typeof BET_WORDS;
  /** Shows stake, value and payout in USDC; otherwise only the odds and the profit in percent. */
  hasAmounts: boolean;
}

/**
 * Draws a bet to share: a receipt with its market and outcome, the odds, and the result or the value now. It names no
 * wallet.
 *
 * @param isPractice whether the money is practice money, which the picture says
 * @param at when the bet was read; the picture of an open bet shows it
 * @returns a PNG of 1200 by 630
 */
export function drawBet({
  bet,
  lang,
  hasAmounts,
  isPractice,
  at,
}: { bet: WireBet; isPractice: boolean; at: Date } & BetPictureLook): Promise<Uint8Array> {
  const words = BET_WORDS[lang];
  const label = isPractice ? words.practice : words.bet;
  return drawReceipt({ title: bet.market.title, label }, (on) => {
    const width = PICTURE_WIDTH - 2 * INSIDE;
    writeWithin(on, bet.outcomeName, { x: INSIDE, y: 400, size: 44, weight: 650, width });
    const figures = figuresOf(bet, words, hasAmounts);
    for (const [place, figure] of figures.entries()) {
      drawFigure(on, figure, { x: INSIDE + (place * width) / figures.length, width: width / figures.length });
    }
    const style = { y: 600, size: 24, weight: 500, colour: COLOUR.muted };
    write(on, words.placed(utcMinute(new Date(bet.placedAt))), { ...style, x: INSIDE });
    const moment =
      bet.endedAt === undefined ? words.asOf(utcMinute(at)) : words.ended(utcMinute(new Date(bet.endedAt)));
    write(on, moment, { ...style, x: PICTURE_WIDTH - INSIDE, align: 'right' });
  });
}

interface ShownFigure {
  name: string;
  value: string;
}

/** What the picture says of a bet, at most four figures. */
export function figuresOf(bet: WireBet, words: BetWords, hasAmounts: boolean): ShownFigure[] {
  const odds = { name: words.odds, value: bet.odds.toFixed(2) };
  if (bet.result !== undefined) {
    const profit = bet.profit ?? 0;
    return [
      odds,
      { name: words.result, value: words.results[bet.result] },
      ...(hasAmounts ? [{ name: words.stake, value: usdc(bet.amount) }] : []),
      { name: words.profit, value: hasAmounts ? signedUsdc(profit) : signedPercent(profit, bet.amount) },
    ];
  }
  const open = restOf(bet);
  const sold = bet.cashOut === undefined ? null : bet.cashOut - open.stake;
  return [
    odds,
    ...(hasAmounts
      ? [
          { name: words.stake, value: usdc(open.stake) },
          { name: words.pays, value: usdc(open.totalReturn) },
        ]
      : []),
    ...(sold === null
      ? []
      : [{ name: words.ifSold, value: hasAmounts ? signedUsdc(sold) : signedPercent(sold, open.stake) }]),
  ];
}

function drawFigure(on: On, { name, value }: ShownFigure, { x, width }: { x: number; width: number }): void {
  const inner = width - 16;
  writeWithin(on, name, { x, y: 462, size: 26, weight: 500, colour: COLOUR.muted, width: inner });
  // Two digits more than usual still fit four figures.
  const size = inner < 260 ? 44 : 60;
  writeWithin(on, value, { x, y: 528, size, weight: 650, width: inner });
}

const usdc = (amount: number): string => `$${amount.toFixed(2)}`;
const signed = (value: number, text: string): string => `${value < 0 ? '-' : '+'}${text}`;
const signedUsdc = (amount: number): string => signed(amount, usdc(Math.abs(amount)));
const signedPercent = (part: number, whole: number): string =>
  signed(part, `${((100 * Math.abs(part)) / whole).toFixed(1)}%`);

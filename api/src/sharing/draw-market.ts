import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { pricedOutcomes } from '@tallystone/core/markets/priced-outcomes';
import { formatVolume } from '@tallystone/core/markets/volume';
import { winningOutcomes } from '@tallystone/core/markets/winning-outcomes';
import { utcMinute } from '@tallystone/core/utc-minute';
import { chanceOf, leading, oddsOf, standing } from './market-words.ts';
import {
  COLOUR,
  drawReceipt,
  INSIDE,
  type On,
  PICTURE_WIDTH,
  polygon,
  setFont,
  write,
  writeWithin,
} from './picture-canvas.ts';

const SERIES = ['#0B5C5C', '#B3541E', '#5B4BB7', '#A02C6D', '#55616D'] as const;

/**
 * Draws the preview of a link to a market: a receipt with its title, the tally bar and the two leading outcomes.
 *
 * @param at when the market was read; the picture shows it
 * @returns a PNG of 1200 by 630
 */
export function drawMarket(market: WireMarket, at: Date): Promise<Uint8Array> {
  const category = CATEGORY_TAXONOMY.find(({ id }) => id === market.category)?.label ?? '';
  return drawReceipt({ title: market.title, label: category }, (on) => {
    drawTallyBar(on, market.outcomes);
    const winners = market.state === 'settled' ? winningOutcomes(market) : [];
    if (winners.length === 0) drawLeaders(on, market);
    else if (market.oneSided) drawOnlySide(on, market, winners);
    else drawWinners(on, market, winners);
    drawFooter(on, market, at);
  });
}

const BAR = { top: 364, height: 20, gap: 4, point: 8, least: 12 } as const;

/** Draws a segment for each outcome, sized by its probability. Neighbours interlock. */
function drawTallyBar(on: On, outcomes: readonly WireOutcome[]): void {
  const segments = outcomes
    .map(({ probability }, place) => ({ probability, colour: seriesColour(place) }))
    .filter(({ probability }) => probability > 0);
  const width = PICTURE_WIDTH - 2 * INSIDE;
  const room = width - segments.length * BAR.least;
  const sum = segments.reduce((total, { probability }) => total + probability, 0);
  const { top, height, gap, point } = BAR;
  const middle = top + height / 2;
  let x: number = INSIDE;
  for (const [place, { probability, colour }] of segments.entries()) {
    const isLast = place === segments.length - 1;
    const left = place === 0 ? x : x + gap / 2 - point;
    const right = x + BAR.least + (room * probability) / sum - (isLast ? 0 : gap / 2);
    polygon(on, colour, [
      [left, top],
      [right - (isLast ? 0 : point), top],
      [right, middle],
      [right - (isLast ? 0 : point), top + height],
      [left, top + height],
      ...(place === 0 ? [] : ([[left + point, middle]] as [number, number][])),
    ]);
    x += BAR.least + (room * probability) / sum;
  }
}

const COLUMN = { width: 472, second: 616 } as const;

function drawLeaders(on: On, market: WireMarket): void {
  for (const [place, outcome] of leading(market, 2).entries()) {
    const x = place === 0 ? INSIDE : COLUMN.second;
    drawName(on, market, { outcome, x, width: COLUMN.width });
    write(on, chanceOf(outcome), { x, y: 530, size: 68, weight: 650 });
    // A market that takes no bets has no odds.
    if (market.state !== 'open') continue;
    setFont(on, { size: 68, weight: 650 });
    const after = x + on.measureText(chanceOf(outcome)).width + 20;
    write(on, `odds ${oddsOf(outcome)}`, { x: after, y: 530, size: 32, weight: 500, colour: COLOUR.muted });
  }
}

/** There is room for two side by side. */
function drawWinners(on: On, market: WireMarket, winners: readonly WireOutcome[]): void {
  const width = winners.length === 1 ? PICTURE_WIDTH - 2 * INSIDE : COLUMN.width;
  for (const [place, outcome] of winners.slice(0, 2).entries()) {
    const x = place === 0 ? INSIDE : COLUMN.second;
    drawName(on, market, { outcome, x, width });
    write(on, 'Won', { x, y: 530, size: 68, weight: 650 });
  }
}

/** The result of the side that had odds. The other one has no name of its own. */
function drawOnlySide(on: On, market: WireMarket, winners: readonly WireOutcome[]): void {
  for (const outcome of pricedOutcomes(market)) {
    drawName(on, market, { outcome, x: INSIDE, width: PICTURE_WIDTH - 2 * INSIDE });
    write(on, winners.includes(outcome) ? 'Won' : 'Lost', { x: INSIDE, y: 530, size: 68, weight: 650 });
  }
}

function drawName(
  on: On,
  market: WireMarket,
  { outcome, x, width }: { outcome: WireOutcome; x: number; width: number },
): void {
  on.fillStyle = seriesColour(market.outcomes.indexOf(outcome));
  on.beginPath();
  on.roundRect(x, 420, 24, 24, 6);
  on.fill();
  const left = 40;
  writeWithin(on, outcome.name, { x: x + left, y: 444, size: 34, weight: 600, width: width - left });
}

function drawFooter(on: On, market: WireMarket, at: Date): void {
  const style = { y: 596, size: 24, weight: 500, colour: COLOUR.muted };
  const isOver = market.state === 'settled' || market.state === 'void';
  const left = market.state === 'settled' ? '' : `${standing(market)} · `;
  write(on, `${left}Volume ${formatVolume(market.volume)}`, { ...style, x: INSIDE });
  const moment = isOver ? '' : `As of ${utcMinute(at)}`;
  write(on, moment, { ...style, x: PICTURE_WIDTH - INSIDE, align: 'right' });
}

const seriesColour = (place: number): string => SERIES[place % SERIES.length] ?? COLOUR.muted;

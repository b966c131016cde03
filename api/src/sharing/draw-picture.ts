import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { formatVolume } from '@tallystone/core/markets/volume';
import { utcMinute } from '@tallystone/core/utc-minute';
import { once } from '../rounds/once.ts';
import { chanceOf, leading, oddsOf, standing, winnerOf } from './market-words.ts';
import { wrapText } from './wrap-text.ts';

/** The size that link previews expect. */
export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

/** The light theme of the app. */
const COLOUR = {
  bg: '#F7F5EF',
  ink: '#14202B',
  muted: '#55616D',
  sunk: '#ECE8DD',
  primary: '#0B5C5C',
  primarySoft: '#DCEDEA',
  gold: '#F2A65A',
} as const;
const SERIES = ['#0B5C5C', '#B3541E', '#5B4BB7', '#A02C6D', '#55616D'] as const;

const EDGE = 72;
const RIGHT = PICTURE_WIDTH - EDGE;
/** The torn edge of the receipt has teeth of this size, a whole number from edge to edge. */
const STUB_TOP = 318;
const TOOTH = { width: 24, height: 12 } as const;
const INSIDE = 112;

type Face = 'display' | 'text';
/** Fonts with subsets beyond English letters; the system's fonts draw other letters. */
const FAMILIES: Readonly<Record<Face, { package: string; subsets: readonly string[] }>> = {
  display: { package: 'bricolage-grotesque', subsets: ['latin', 'latin-ext', 'vietnamese'] },
  text: { package: 'hanken-grotesk', subsets: ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'] },
};

/** Loads the canvas and its fonts with the first picture, because the server starts without them. */
const loadCanvas = once(async () => {
  const canvas = await import('@napi-rs/canvas');
  const resolve = createRequire(import.meta.url).resolve;
  for (const [face, family] of Object.entries(FAMILIES)) {
    const folder = dirname(resolve(`@fontsource-variable/${family.package}/package.json`));
    for (const subset of family.subsets) {
      const file = join(folder, 'files', `${family.package}-${subset}-wght-normal.woff2`);
      const font = canvas.GlobalFonts.registerFromPath(file, nameOf(face, subset));
      if (font === null) throw new Error(`the font ${file} cannot be read`);
    }
  }
  return canvas;
});

const nameOf = (face: string, subset: string) => `tally-${face}-${subset}`;

/**
 * Draws the preview of a link to a market: a receipt with its title, the tally bar and the two leading outcomes.
 *
 * @param at when the market was read; the picture shows it
 * @returns a PNG of 1200 by 630
 */
export async function drawPicture(market: WireMarket, at: Date): Promise<Uint8Array> {
  const { createCanvas } = await loadCanvas();
  const canvas = createCanvas(PICTURE_WIDTH, PICTURE_HEIGHT);
  const on = canvas.getContext('2d');
  on.fillStyle = COLOUR.bg;
  on.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  drawHeader(on, market);
  drawTitle(on, market.title);
  drawStub(on);
  drawTallyBar(on, market.outcomes);
  const winner = market.state === 'settled' ? winnerOf(market) : undefined;
  if (winner === undefined) drawLeaders(on, market);
  else drawWinner(on, market, winner);
  drawFooter(on, market, at);
  return canvas.encode('png');
}

function drawHeader(on: SKRSContext2D, market: WireMarket): void {
  drawMark(on, { x: EDGE, y: 48, size: 48 });
  write(on, 'Tallystone', { x: EDGE + 64, y: 84, face: 'display', size: 34, weight: 700 });
  const category = CATEGORY_TAXONOMY.find(({ id }) => id === market.category)?.label ?? '';
  write(on, category, { x: RIGHT, y: 82, size: 26, weight: 500, colour: COLOUR.muted, align: 'right' });
}

/** The app's logo, drawn on a grid of 32 by 32. */
function drawMark(on: SKRSContext2D, { x, y, size }: { x: number; y: number; size: number }): void {
  on.save();
  on.translate(x, y);
  on.scale(size / 32, size / 32);
  on.fillStyle = COLOUR.primary;
  on.beginPath();
  on.roundRect(0, 0, 32, 32, 8);
  on.fill();
  polygon(on, COLOUR.bg, [
    [7, 6],
    [16, 6],
    [12.5, 11],
    [16, 16],
    [12.5, 21],
    [16, 26],
    [7, 26],
  ]);
  polygon(on, COLOUR.gold, [
    [18.5, 6],
    [25, 6],
    [25, 26],
    [18.5, 26],
    [15, 21],
    [18.5, 16],
    [15, 11],
  ]);
  on.restore();
}

const TITLE = { top: 108, bottom: 306 } as const;
/** Height of the title font's letters above the baseline, relative to the font size. */
const ASCENT = 0.85;

/** Draws the title in at most two lines or, in a smaller size, three. */
function drawTitle(on: SKRSContext2D, title: string): void {
  const large = { size: 60, line: 68, most: 2 };
  const small = { size: 44, line: 52, most: 3 };
  const width = RIGHT - EDGE;
  const linesAt = ({ size, most }: typeof large) => {
    setFont(on, { face: 'display', size, weight: 700 });
    return wrapText(title, { most, fits: (line) => on.measureText(line).width <= width });
  };
  const wide = linesAt(large);
  const isLong = wide.join('').endsWith('…');
  const { size, line } = isLong ? small : large;
  const lines = isLong ? linesAt(small) : wide;
  const room = TITLE.bottom - TITLE.top;
  const first = TITLE.top + (room - lines.length * line) / 2 + size * ASCENT;
  for (const [place, text] of lines.entries()) {
    write(on, text, { x: EDGE, y: first + place * line, face: 'display', size, weight: 700 });
  }
}

function drawStub(on: SKRSContext2D): void {
  const edge: [number, number][] = [];
  for (let x = EDGE; x <= RIGHT; x += TOOTH.width / 2) {
    const isTip = ((x - EDGE) / (TOOTH.width / 2)) % 2 === 1;
    edge.push([x, isTip ? STUB_TOP : STUB_TOP + TOOTH.height]);
  }
  polygon(on, COLOUR.primarySoft, [...edge, [RIGHT, PICTURE_HEIGHT], [EDGE, PICTURE_HEIGHT]]);
}

const BAR = { top: 364, height: 20, gap: 4, point: 8, least: 12 } as const;

/** Draws a segment for each outcome, sized by its probability. Neighbours interlock. */
function drawTallyBar(on: SKRSContext2D, outcomes: readonly WireOutcome[]): void {
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

function drawLeaders(on: SKRSContext2D, market: WireMarket): void {
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

function drawWinner(on: SKRSContext2D, market: WireMarket, winner: WireOutcome): void {
  drawName(on, market, { outcome: winner, x: INSIDE, width: PICTURE_WIDTH - 2 * INSIDE });
  write(on, 'Won', { x: INSIDE, y: 530, size: 68, weight: 650 });
}

function drawName(
  on: SKRSContext2D,
  market: WireMarket,
  { outcome, x, width }: { outcome: WireOutcome; x: number; width: number },
): void {
  on.fillStyle = seriesColour(market.outcomes.indexOf(outcome));
  on.beginPath();
  on.roundRect(x, 420, 24, 24, 6);
  on.fill();
  const left = 40;
  setFont(on, { size: 34, weight: 600 });
  const fits = (line: string) => on.measureText(line).width <= width - left;
  const [name = ''] = wrapText(outcome.name, { most: 1, fits });
  write(on, name, { x: x + left, y: 444, size: 34, weight: 600 });
}

function drawFooter(on: SKRSContext2D, market: WireMarket, at: Date): void {
  const style = { y: 596, size: 24, weight: 500, colour: COLOUR.muted };
  const isOver = market.state === 'settled' || market.state === 'void';
  const left = market.state === 'settled' ? '' : `${standing(market)} · `;
  write(on, `${left}Volume ${formatVolume(market.volume)}`, { ...style, x: INSIDE });
  const moment = isOver ? '' : `As of ${utcMinute(at)}`;
  write(on, moment, { ...style, x: PICTURE_WIDTH - INSIDE, align: 'right' });
}

const seriesColour = (place: number): string => SERIES[place % SERIES.length] ?? COLOUR.muted;

interface Font {
  readonly face?: Face;
  readonly size: number;
  readonly weight: number;
}

function setFont(on: SKRSContext2D, { face = 'text', size, weight }: Font): void {
  const names = FAMILIES[face].subsets.map((subset) => `"${nameOf(face, subset)}"`);
  on.font = `${weight} ${size}px ${names.join(', ')}, sans-serif`;
  // The weight of a variable font is one of its axes.
  on.fontVariationSettings = `"wght" ${weight}`;
}

interface Style extends Font {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly colour?: string;
  readonly align?: 'left' | 'right';
}

function write(on: SKRSContext2D, text: string, style: Style): void {
  setFont(on, style);
  on.fillStyle = style.colour ?? COLOUR.ink;
  on.textAlign = style.align ?? 'left';
  on.fillText(text, style.x, style.y);
}

function polygon(on: SKRSContext2D, colour: string, corners: readonly [number, number][]): void {
  on.fillStyle = colour;
  on.beginPath();
  for (const [x, y] of corners) on.lineTo(x, y);
  on.closePath();
  on.fill();
}

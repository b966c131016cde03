import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { once } from '../rounds/once.ts';
import { wrapText } from './wrap-text.ts';

/** The parts that all pictures share: a receipt in the light theme, with the app's fonts. */

/** The size that link previews expect. */
export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

/** The light theme of the app. */
export const COLOUR = {
  bg: '#F7F5EF',
  ink: '#14202B',
  muted: '#55616D',
  sunk: '#ECE8DD',
  primary: '#0B5C5C',
  primarySoft: '#DCEDEA',
  gold: '#F2A65A',
} as const;
const EDGE = 72;
const RIGHT = PICTURE_WIDTH - EDGE;
/** The torn edge of the receipt has teeth of this size, a whole number from edge to edge. */
const STUB_TOP = 318;
const TOOTH = { width: 24, height: 12 } as const;
export const INSIDE = 112;

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

export type On = SKRSContext2D;

/**
 * Draws a receipt: logo, title and the torn stub, and then what `draw` adds.
 *
 * @param label in the top right corner
 * @returns a PNG of 1200 by 630
 */
export async function drawReceipt(
  { title, label }: { title: string; label: string },
  draw: (on: On) => void,
): Promise<Uint8Array> {
  const { createCanvas } = await loadCanvas();
  const canvas = createCanvas(PICTURE_WIDTH, PICTURE_HEIGHT);
  const on = canvas.getContext('2d');
  on.fillStyle = COLOUR.bg;
  on.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  drawMark(on, { x: EDGE, y: 48, size: 48 });
  write(on, 'Tallystone', { x: EDGE + 64, y: 84, face: 'display', size: 34, weight: 700 });
  write(on, label, { x: RIGHT, y: 82, size: 26, weight: 500, colour: COLOUR.muted, align: 'right' });
  drawTitle(on, title);
  drawStub(on);
  draw(on);
  return canvas.encode('png');
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

interface Font {
  readonly face?: Face;
  readonly size: number;
  readonly weight: number;
}

export function setFont(on: SKRSContext2D, { face = 'text', size, weight }: Font): void {
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

export function write(on: SKRSContext2D, text: string, style: Style): void {
  setFont(on, style);
  on.fillStyle = style.colour ?? COLOUR.ink;
  on.textAlign = style.align ?? 'left';
  on.fillText(text, style.x, style.y);
}

export function polygon(on: SKRSContext2D, colour: string, corners: readonly [number, number][]): void {
  on.fillStyle = colour;
  on.beginPath();
  for (const [x, y] of corners) on.lineTo(x, y);
  on.closePath();
  on.fill();
}

/** Writes a text in one line; what doesn't fit in the width becomes an ellipsis. */
export function writeWithin(on: On, text: string, { width, ...style }: Style & { width: number }): void {
  setFont(on, style);
  const [line = ''] = wrapText(text, { most: 1, fits: (part) => on.measureText(part).width <= width });
  write(on, line, style);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Draws the app icons from web/public/tally.svg. They are committed: when the logo changes, run `node
 * scripts/draw-icons.mjs` once and check them.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const PUBLIC = join(root, 'web/public');
/** If a device crops the icon to its own shape, only the inner circle of 80% is sure to be visible. */
const MASKED_SCALE = 0.8;

/** @type {[name: string, size: number, shape: 'own' | 'whole'][]} */
const ICONS = [
  ['icon-192.png', 192, 'own'],
  ['icon-512.png', 512, 'own'],
  ['icon-maskable-192.png', 192, 'whole'],
  ['icon-maskable-512.png', 512, 'whole'],
  // Apple rounds the corners itself and doesn't support transparency.
  ['apple-touch-icon.png', 180, 'whole'],
];

// The server draws its market pictures with the same library.
const { createCanvas, loadImage } = createRequire(join(root, 'api/package.json'))('@napi-rs/canvas');
const mark = readFileSync(join(PUBLIC, 'tally.svg'), 'utf8');

for (const [name, size, shape] of ICONS) {
  const canvas = createCanvas(size, size);
  const picture = await loadImage(Buffer.from(svgOf(size, shape)));
  canvas.getContext('2d').drawImage(picture, 0, 0, size, size);
  writeFileSync(join(PUBLIC, name), canvas.toBuffer('image/png'));
  console.log(`${name}: ${size} x ${size}`);
}

/** The logo at a size; `whole` extends its background to the edges and shrinks the sticks a little. */
function svgOf(size, shape) {
  const sized = mark.replace('<svg ', `<svg width="${size}" height="${size}" `);
  if (shape === 'own') return sized;
  const inner = `translate(16 16) scale(${MASKED_SCALE}) translate(-16 -16)`;
  return sized
    .replace(' rx="8"', '')
    .replace(/<path/, `<g transform="${inner}"><path`)
    .replace('</svg>', '</g></svg>');
}

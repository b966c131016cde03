import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Draws the pictures by which devices show the app, from web/public/tally.svg. They are committed: run this once when
 * the mark changes, `node scripts/draw-icons.mjs`, and look at them.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const PUBLIC = join(root, 'web/public');
/** Of a picture that devices cut to their own shape, only the inner circle of 80% is sure to be seen. */
const MASKED_SCALE = 0.8;

/** @type {[name: string, size: number, shape: 'own' | 'whole'][]} */
const ICONS = [
  ['icon-192.png', 192, 'own'],
  ['icon-512.png', 512, 'own'],
  ['icon-maskable-192.png', 192, 'whole'],
  ['icon-maskable-512.png', 512, 'whole'],
  // Apple cuts the corners itself and knows no see-through ones.
  ['apple-touch-icon.png', 180, 'whole'],
];

// The server draws its pictures of markets with the same library.
const { createCanvas, loadImage } = createRequire(join(root, 'api/package.json'))('@napi-rs/canvas');
const mark = readFileSync(join(PUBLIC, 'tally.svg'), 'utf8');

for (const [name, size, shape] of ICONS) {
  const canvas = createCanvas(size, size);
  const picture = await loadImage(Buffer.from(svgOf(size, shape)));
  canvas.getContext('2d').drawImage(picture, 0, 0, size, size);
  writeFileSync(join(PUBLIC, name), canvas.toBuffer('image/png'));
  console.log(`${name}: ${size} x ${size}`);
}

/** The mark with a size; `whole`: its ground to the edges, and on it the stick a little smaller. */
function svgOf(size, shape) {
  const sized = mark.replace('<svg ', `<svg width="${size}" height="${size}" `);
  if (shape === 'own') return sized;
  const inner = `translate(16 16) scale(${MASKED_SCALE}) translate(-16 -16)`;
  return sized
    .replace(' rx="8"', '')
    .replace(/<path/, `<g transform="${inner}"><path`)
    .replace('</svg>', '</g></svg>');
}

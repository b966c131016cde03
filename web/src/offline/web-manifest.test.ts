import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PRODUCT_NAME } from '../format/product-name.ts';
import { LANGUAGES } from '../texts/language.ts';
import { manifestPath } from './manifest-path.ts';
import { webManifest } from './web-manifest.ts';

/** A PNG has its width and height in its header. */
function sizeOf(path: string): string {
  const head = readFileSync(`web/public${path}`).subarray(0, 24);
  return `${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`;
}

test('the app has its name, and one manifest for each language', () => {
  for (const language of LANGUAGES) {
    expect(webManifest(language)).toMatchObject({ name: PRODUCT_NAME, lang: language, id: '/', scope: '/' });
  }
  expect(new Set(LANGUAGES.map(manifestPath)).size).toBe(LANGUAGES.length);
  expect(webManifest('es').description).not.toBe(webManifest('en').description);
});

test('every icon exists in its declared size', () => {
  const { icons } = webManifest('en');
  const drawn = icons.filter(({ type }) => type === 'image/png');
  expect(drawn.map(({ src, sizes }) => [src, sizes])).toEqual(drawn.map(({ src }) => [src, sizeOf(src)]));
  expect(drawn.filter((icon) => 'purpose' in icon)).toHaveLength(2);
  expect(sizeOf('/apple-touch-icon.png')).toBe('180x180');
});

import { PRODUCT_NAME } from '../format/product-name.ts';
import { offline as en } from '../texts/en/offline.ts';
import { offline as es } from '../texts/es/offline.ts';
import type { Language } from '../texts/language.ts';

const TEXTS = { en, es } as const satisfies Record<Language, unknown>;

/** Light page colour, as in styles/tokens.css. */
const PAGE_COLOUR = '#f7f5ef';

/** The web manifest. scripts/draw-icons.mjs draws its icons. */
export function webManifest(language: Language) {
  const texts = TEXTS[language];
  return {
    // The same app in every language.
    id: '/',
    start_url: '/',
    scope: '/',
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: texts.appDescription,
    lang: language,
    dir: 'ltr',
    display: 'standalone',
    background_color: PAGE_COLOUR,
    theme_color: PAGE_COLOUR,
    categories: ['sports', 'entertainment', 'finance'],
    icons: [
      { src: '/tally.svg', sizes: 'any', type: 'image/svg+xml' },
      ...[192, 512].flatMap((size) => [
        { src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' },
        {
          src: `/icon-maskable-${size}.png`,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose: 'maskable',
        },
      ]),
    ],
    shortcuts: [
      { name: texts.shortcutMarkets, url: '/' },
      { name: texts.shortcutAccount, url: '/profile' },
    ],
  };
}

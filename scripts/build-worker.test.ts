import { describe, expect, test } from 'vitest';
import { filesToKeep } from './build-worker.mjs';

/** Vite's manifest of an app with a chunk of each kind. */
const MANIFEST = {
  'index.html': {
    file: 'assets/index-1.js',
    css: ['assets/index-1.css'],
    assets: ['assets/text-1.woff2', 'assets/picture-1.png'],
    imports: ['_shared-1.js'],
    dynamicImports: [
      '_stream-1.js',
      'src/wallet/announce-practice-wallets.ts',
      'src/screens/profile.tsx',
      'src/screens/admin.tsx',
      'src/screens/guardian.tsx',
    ],
  },
  '_shared-1.js': { file: 'assets/shared-1.js' },
  '_stream-1.js': {
    file: 'assets/stream-1.js',
    name: 'stream',
    imports: ['_shared-1.js', '_parser-1.js'],
  },
  '_parser-1.js': { file: 'assets/parser-1.js' },
  'src/wallet/announce-practice-wallets.ts': {
    file: 'assets/announce-1.js',
    name: 'announce-practice-wallets',
  },
  'src/screens/profile.tsx': {
    file: 'assets/profile-1.js',
    css: ['assets/profile-1.css'],
    imports: ['_table-1.js'],
    dynamicImports: ['src/betting/receipt.tsx'],
  },
  'src/betting/receipt.tsx': { file: 'assets/receipt-1.js' },
  '_table-1.js': { file: 'assets/table-1.js' },
  'src/screens/admin.tsx': {
    file: 'assets/admin-1.js',
    imports: ['_table-1.js', '_editor-1.js'],
    dynamicImports: ['src/admin/csv.tsx'],
  },
  '_editor-1.js': { file: 'assets/editor-1.js' },
  'src/admin/csv.tsx': { file: 'assets/csv-1.js' },
  'src/screens/guardian.tsx': { file: 'assets/guardian-1.js', imports: ['_editor-1.js'] },
};
const PAGE = `<script type="module" src="/assets/index-1.js"></script>
<link rel="stylesheet" href="/assets/index-1.css"><link rel="preload" href="/assets/text-1.woff2">
<link rel="icon" href="/tally.svg">`;

describe('what a device caches of a build', () => {
  const { first, later } = filesToKeep(MANIFEST, PAGE);

  test('first: what every page needs, with its imports', () => {
    expect(first).toEqual([
      '/assets/announce-1.js',
      '/assets/index-1.css',
      '/assets/index-1.js',
      '/assets/parser-1.js',
      '/assets/shared-1.js',
      '/assets/stream-1.js',
      '/assets/text-1.woff2',
    ]);
  });

  test('later: what bettors may need, and nothing for admins only', () => {
    expect(later).toEqual([
      '/assets/profile-1.css',
      '/assets/profile-1.js',
      '/assets/receipt-1.js',
      '/assets/table-1.js',
    ]);
  });

  test('a moved part fails the build instead of missing on devices', () => {
    const { '_stream-1.js': _, ...without } = MANIFEST;
    expect(() => filesToKeep(without, PAGE)).toThrow('The build has no chunk of stream');
  });
});

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { manifestPath } from './src/offline/manifest-path.ts';
import { webManifest } from './src/offline/web-manifest.ts';
import { LANGUAGES } from './src/texts/language.ts';

// Where the API listens while Vite serves the app. The API itself serves the built app.
const apiOrigin = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Preloads the fonts together with the scripts, so that the first text already uses them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head',
          })),
    },
  };
}

/** Makes the browser fetch styles and fonts before scripts: it paints the page's own markup with them before the app runs. */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    },
  };
}

/** The manifests with which a device can install the app, one for each language. */
function webManifests(): Plugin {
  return {
    name: 'web-manifests',
    apply: 'build',
    generateBundle() {
      for (const language of LANGUAGES) {
        const source = JSON.stringify(webManifest(language), null, 2);
        this.emitFile({ type: 'asset', fileName: manifestPath(language).slice(1), source });
      }
    },
    // The app later replaces this link with the manifest of its language.
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: manifestPath('en') }, injectTo: 'head' },
    ],
  };
}

/** Packages of the first load. Icons aren't among them, because icons for later screens would come along. */
const FIRST_PACKAGES =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@tanstack|wouter|regexparam|use-sync-external-store|mipd|@wallet-standard|get-nonce)[\\/]/;

/** What all icons need, and those of the first load that later screens have too. */
const SHARED_ICONS =
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?:createLucideIcon|Icon|context|defaultAttributes|shared|icons[\\/](?:x|clock)\.)/;

/**
 * Small parts that several later ones share. Each file of their own would add its name to the first load, which lists what
 * every later part needs.
 */
const SHARED_PARTS =
  /[\\/]src[\\/](?:betting[\\/](?:notice|parse-amount|use-bet-focus|stake-text|kept-slip|slip|bet-state|deciding|automatic-line|use-seconds-until|combos-query|sale-requests|cash-out-control|tell-sale|use-look-again|renew-after-bet|wire-number-text|shorten-hash|bet-reference)|slip[\\/]combo-placement|combos[\\/]combo-odds|odds[\\/]odds-number|ui[\\/](?:receipt-stub|use-media)|data[\\/](?:notice-ids|call-later|game-query|use-market-signal)|money[\\/]parse-usdc|markets[\\/](?:winners-note|why-closed|in-play|period-text)|texts[\\/](?:t-in-play|t-automatic|t-winners|en[\\/](?:in-play|automatic|winners)))\.tsx?$/;

/** The stream's code, which every page loads after its first list. */
const STREAM = '/src/stream/keep-stream.ts';

/**
 * Puts what the page needs at once into two files, one of them for packages, and what the stream needs besides into a
 * third: fewer requests, and better compression.
 */
function oneFirstFile() {
  const first = new Set<string>();
  const stream = new Set<string>();
  const plugin: Plugin = {
    name: 'one-first-file',
    apply: 'build',
    buildEnd() {
      const follow = (id: string, into: Set<string>) => {
        if (first.has(id) || into.has(id)) return;
        into.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) follow(next, into);
      };
      const all = [...this.getModuleIds()];
      for (const id of all) if (this.getModuleInfo(id)?.isEntry) follow(id, first);
      for (const id of all) if (id.endsWith(STREAM)) follow(id, stream);
    },
  };
  // Packages get a file of their own: icons and controls need them, and our code needs icons and controls, so each file
  // can run before those that import it. In one file with our code, icons and controls would run before what they need.
  const groups = [
    { name: 'packages', test: (id: string) => first.has(id) && FIRST_PACKAGES.test(id) },
    { name: 'first', test: (id: string) => first.has(id) && !id.includes('node_modules') },
    { name: 'stream', test: (id: string) => stream.has(id) },
    { name: 'icons', test: SHARED_ICONS },
    { name: 'shared', test: SHARED_PARTS },
  ];
  return { plugin, groups };
}
const firstFile = oneFirstFile();

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), paintFirst(), webManifests(), firstFile.plugin],
  server: {
    port: 5173,
    proxy: { '/api': apiOrigin, '/docs': apiOrigin },
  },
  build: {
    target: 'es2023',
    // The content policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For scripts/build-worker.mjs, which deletes it afterwards.
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: firstFile.groups } },
    },
  },
});

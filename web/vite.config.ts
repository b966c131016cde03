import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { manifestPath } from './src/offline/manifest-path.ts';
import { webManifest } from './src/offline/web-manifest.ts';
import { LANGUAGES } from './src/texts/language.ts';

// Where the API listens while the app is served by Vite; the built app is served by the API itself.
const apiOrigin = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Asks for the fonts together with the scripts, so that the first text is already set in them. */
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

/** What a device needs to keep the app among its own, one file for each language. */
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
    // The page's own language comes later, when the app has it.
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: manifestPath('en') }, injectTo: 'head' },
    ],
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), webManifests()],
  server: {
    port: 5173,
    proxy: { '/api': apiOrigin, '/docs': apiOrigin },
  },
  build: {
    target: 'es2023',
    // The content policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For scripts/build-worker.mjs, which takes it away again.
    manifest: true,
  },
});

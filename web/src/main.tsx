import './styles/main.css';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startWorker } from './offline/start-worker.ts';
import { startLanguage } from './texts/choose-language.ts';
import { practiceKeys } from './wallet/practice-keys.ts';

// Before anything else reads the address, and also if a link is pasted into a tab that already shows the page.
practiceKeys.takeFromAddress();
window.addEventListener('hashchange', practiceKeys.takeFromAddress);

// Dialogs inject a style element while they lock scrolling; the content policy lets it in by this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce) setNonce(nonce);

/** Longest wait for the first paint, in ms. */
const MOST_PAINT_MS = 300;

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no element with the id "root"');
// Loads the texts first if the language isn't English. No top-level await: it would make the build split modules into
// dozens of chunks.
void Promise.all([startLanguage(), firstPaint()]).then(() => {
  // As a transition, so a tap or scroll needn't wait for the whole render.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  startWorker();
});

/** Resolves after the static page has been painted. Background pages aren't painted, so they don't wait. */
function firstPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, MOST_PAINT_MS);
  });
}

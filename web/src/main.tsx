import './styles/main.css';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startWorker } from './offline/start-worker.ts';
import { startLanguage } from './texts/choose-language.ts';
import { practiceKeys } from './wallet/practice-keys.ts';

// Before anything else looks at the address; and where a link is pasted into a tab that shows its page already.
practiceKeys.takeFromAddress();
window.addEventListener('hashchange', practiceKeys.takeFromAddress);

// Dialogs inject a style element while they lock scrolling; the content policy lets it in by this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce) setNonce(nonce);

/** A browser that paints later than this is busy with something else, in ms. */
const MOST_PAINT_MS = 300;

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no element with the id "root"');
// Its texts come first when the language is not the one in the first load. Not awaited up here: modules that wait would
// be built into chunks of their own, dozens of them.
void Promise.all([startLanguage(), firstPaint()]).then(() => {
  // In slices, so that a tap or a scroll need not wait for all of it.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  startWorker();
});

/** After what stands in the page has been painted. Pages in the background are not painted, and do not wait. */
function firstPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, MOST_PAINT_MS);
  });
}

import './styles/main.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startWorker } from './offline/start-worker.ts';
import { startLanguage } from './texts/choose-language.ts';

// Dialogs inject a style element while they lock scrolling; the content policy lets it in by this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce) setNonce(nonce);

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no element with the id "root"');
// Its texts come first when the language is not the one in the first load. Not awaited up here: modules that wait would
// be built into chunks of their own, dozens of them.
void startLanguage().then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  startWorker();
});

import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { HeaderNames } from './header-names.tsx';
import { LandingTiles } from './screens/landing-tiles.tsx';
import { LandingWords } from './screens/landing-words.tsx';

/**
 * What a visitor sees of the landing page before any script has run: its words in English, where the app draws them a
 * moment later. The build puts it into the page, where `index.html` shows it to whoever asks for that page and language.
 */
export function firstView(): string {
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <header className="site-header">
        <div className="frame site-header-row">
          <HeaderNames />
          <div className="site-extras" />
          <div className="site-tools" />
        </div>
      </header>
      <main className="site-main">
        <LandingWords offers />
        <LandingTiles />
      </main>
    </Router>,
  );
}

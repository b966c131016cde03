import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { HeaderNames } from './header-names.tsx';
import { LandingWords } from './screens/landing-words.tsx';

/**
 * The landing page's static English markup, shown until the app renders the same. The build puts it into `index.html`,
 * which shows it for that page and language.
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
        <LandingWords />
      </main>
    </Router>,
  );
}

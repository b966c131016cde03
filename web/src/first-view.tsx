import { Search } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { HeaderNames } from './header-names.tsx';
import { LandingWords } from './screens/landing-words.tsx';
import { t } from './texts/t.ts';

/**
 * The landing page's static English markup, shown until the app renders the same. The build puts it into `index.html`,
 * which shows it for that page and language.
 */
export function firstView(): string {
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <header className="site-header">
        <div className="frame site-header-row">
          <HeaderNames>
            {/* Keeps the place of the button that opens the search. */}
            <span className="site-nav-link site-nav-search">
              <Search aria-hidden="true" className="size-5" />
              <span>{t('finding.searchShort')}</span>
            </span>
          </HeaderNames>
          <div className="site-tools" />
        </div>
      </header>
      <main className="site-main">
        <LandingWords />
      </main>
    </Router>,
  );
}

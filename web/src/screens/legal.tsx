import { useEffect } from 'react';
import { legalSections } from '../compliance/legal-sections.tsx';
import { PRODUCT_NAME } from '../format/product-name.ts';
import { usePageTitle } from '../format/use-page-title.ts';

const LAST_CHANGED = { iso: '2026-11-21', text: '21 November 2026' };

/** `/legal`: seven sections with a list of contents, fit for reading and for printing. */
export function Legal() {
  usePageTitle('Legal');
  // The browser looked for the anchor before this text was there.
  useEffect(() => {
    const anchor = decodeURIComponent(window.location.hash.slice(1));
    if (anchor) document.getElementById(anchor)?.scrollIntoView();
  }, []);

  return (
    <div className="frame legal">
      <header className="legal-head">
        <h1 className="text-hero">Legal terms</h1>
        <p className="mt-4 text-muted">
          What you agree to by using {PRODUCT_NAME}, and what you should know before you stake anything. Last
          changed on <time dateTime={LAST_CHANGED.iso}>{LAST_CHANGED.text}</time>.
        </p>
      </header>
      <nav aria-labelledby="contents-heading" className="legal-contents">
        <h2 id="contents-heading" className="text-meta font-semibold text-muted">
          Contents
        </h2>
        <ol>
          {legalSections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {legalSections.map(({ id, title, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-heading`}>
            <h2 id={`${id}-heading`}>{title}</h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}

import { useEffect } from 'react';
import { legalSections } from '../compliance/legal-sections.tsx';
import { PRODUCT_NAME } from '../format/product-name.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { t } from '../texts/t-legal.ts';
import { TextWith } from '../texts/text-with.tsx';

/** The date in `legal.lastChanged`. */
const LAST_CHANGED = '2026-11-26';

/** `/legal`: seven sections with a table of contents, for reading and printing. */
export function Legal() {
  usePageTitle(t('legal.pageTitle'));
  // The browser looked for the anchor before this text was rendered.
  useEffect(() => {
    const anchor = decodeURIComponent(window.location.hash.slice(1));
    if (anchor) document.getElementById(anchor)?.scrollIntoView();
  }, []);

  return (
    <div className="frame legal">
      <header className="max-w-160 lg:col-start-2 print:mb-8">
        <h1 className="text-hero">{t('legal.title')}</h1>
        <p className="mt-4 text-muted">
          <TextWith
            text={t('legal.lead', { product: PRODUCT_NAME })}
            parts={{ date: () => <time dateTime={LAST_CHANGED}>{t('legal.lastChanged')}</time> }}
          />
        </p>
      </header>
      <nav aria-labelledby="contents-heading" className="legal-contents lg:[grid-row:1/span_2]">
        <h2 id="contents-heading" className="text-meta font-semibold text-muted">
          {t('legal.contents')}
        </h2>
        <ol className="mt-2 border-l-2 border-dashed border-l-line">
          {legalSections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex items-center min-h-10 px-4 text-muted font-semibold underline-offset-3 [&:hover]:text-ink [&:hover]:underline"
              >
                {t(title)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {legalSections.map(({ id, title, Body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-heading`}>
            <h2 id={`${id}-heading`}>{t(title)}</h2>
            <Body />
          </section>
        ))}
      </div>
    </div>
  );
}

import { Link, useLocation } from 'wouter';
import { PRODUCT_NAME } from './format/product-name.ts';
import { LanguageChoice } from './language-choice.tsx';
import { OddsFormatChoice } from './odds-format-choice.tsx';
import { t } from './texts/t.ts';
import { Logo } from './ui/logo.tsx';
import { useIsDemo } from './wallet/use-is-demo.ts';

/** The footer of every page. */
export function SiteFooter() {
  const isDemo = useIsDemo();
  const [path] = useLocation();
  return (
    <footer className="site-footer">
      <div className="frame grid gap-8 py-10 sm:grid-cols-[minmax(18rem,1fr)_minmax(0,auto)] sm:items-start">
        <div className="max-w-[30rem]">
          <p className="flex items-center gap-2.5 font-display text-title font-bold">
            <Logo className="size-7" />
            {PRODUCT_NAME}
          </p>
          <p className="mt-3 text-secondary text-muted">{t('frame.poweredBy')}</p>
          {/* Takes its space before the mode is known, so the page doesn't grow later. */}
          <p className="mt-2 min-h-11 text-secondary text-muted">{isDemo && t('frame.demoFooter')}</p>
        </div>
        <nav
          aria-label={t('frame.footerNavigation')}
          className="flex flex-wrap items-center gap-x-6 gap-y-1 text-secondary"
        >
          <Link href="/legal" className="footer-link">
            {t('frame.legalTerms')}
          </Link>
          <Link href="/transparency" className="footer-link">
            {t('frame.transparency')}
          </Link>
          {path === '/legal' ? (
            // On the legal page itself the browser's own anchor link scrolls.
            <a href="#contact-information" className="footer-link">
              {t('frame.help')}
            </a>
          ) : (
            <Link href="/legal#contact-information" className="footer-link">
              {t('frame.help')}
            </Link>
          )}
          <a href="/docs" className="footer-link">
            {t('frame.apiDocs')}
          </a>
          <a href="/api/health/ready" className="footer-link">
            {t('frame.status')}
          </a>
          <span className="age-mark">{t('frame.adultsOnly')}</span>
          <LanguageChoice place="footer" />
          <OddsFormatChoice />
        </nav>
      </div>
    </footer>
  );
}

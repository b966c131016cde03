import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { configQuery } from './data/queries.ts';
import { PRODUCT_NAME } from './format/product-name.ts';
import { Logo } from './ui/logo.tsx';

/** Bottom of every page. */
export function SiteFooter() {
  const { data: config } = useQuery(configQuery);
  const [path] = useLocation();
  return (
    <footer className="site-footer">
      <div className="frame grid gap-8 py-10 sm:grid-cols-[1fr_auto] sm:items-start">
        <div className="max-w-[30rem]">
          <p className="flex items-center gap-2.5 font-display text-title font-bold">
            <Logo className="size-7" />
            {PRODUCT_NAME}
          </p>
          <p className="mt-3 text-secondary text-muted">
            Powered by an automated market maker, double-entry books and your own wallet, on Ethereum, BSC,
            Polygon and Solana.
          </p>
          {/* Its room is kept while the mode is not known, so that the page does not grow later. */}
          <p className="mt-2 min-h-11 text-secondary text-muted">
            {config?.mode === 'demo' &&
              'This is a demo. All USDC here is practice money and cannot be withdrawn.'}
          </p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap items-center gap-x-6 gap-y-1 text-secondary">
          <Link href="/legal" className="footer-link">
            Legal Terms
          </Link>
          <Link href="/transparency" className="footer-link">
            Transparency
          </Link>
          {path === '/legal' ? (
            // On the page itself the browser's own jump is what scrolls.
            <a href="#contact-information" className="footer-link">
              Help
            </a>
          ) : (
            <Link href="/legal#contact-information" className="footer-link">
              Help
            </Link>
          )}
          <a href="/docs" className="footer-link">
            API docs
          </a>
          <a href="/api/health/ready" className="footer-link">
            Status
          </a>
          <span className="age-mark">18+ only</span>
        </nav>
      </div>
    </footer>
  );
}

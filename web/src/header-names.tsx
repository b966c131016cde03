import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { PRODUCT_NAME } from './format/product-name.ts';
import { t } from './texts/t.ts';
import { Logo } from './ui/logo.tsx';

/** The part of the header that every visitor sees: the name and the link to the markets, then links for some users. */
export function HeaderNames({ children }: { children?: ReactNode }) {
  return (
    <>
      <Link
        href="/"
        className="inline-flex items-center gap-2.5 min-h-11 rounded-control"
        aria-label={t('frame.home', { product: PRODUCT_NAME })}
      >
        <Logo className="size-8 flex-none" />
        <span className="font-display text-[1.3125rem] font-bold tracking-[-0.02em] max-[26rem]:hidden">
          {PRODUCT_NAME}
        </span>
      </Link>
      <nav
        aria-label={t('frame.mainNavigation')}
        className="order-1 flex-[1_1_calc(100%-7rem)] flex flex-wrap gap-x-7 lg:order-none lg:flex-1 lg:ml-8 lg:self-stretch"
      >
        <NavLink href="/">{t('frame.markets')}</NavLink>
        {children}
      </nav>
    </>
  );
}

export function NavLink({ href, children }: { href: string; children: string }) {
  const [path] = useLocation();
  return (
    <Link href={href} className="site-nav-link" aria-current={path === href ? 'page' : undefined}>
      {children}
    </Link>
  );
}

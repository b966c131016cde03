import { ChartNoAxesColumn, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { PRODUCT_NAME } from './format/product-name.ts';
import { t } from './texts/t.ts';
import { Logo } from './ui/logo.tsx';

/**
 * The part of the header that every visitor sees: the name and the link to the markets, then links for some users. On
 * narrow screens the links are at the bottom of the screen.
 */
export function HeaderNames({ children }: { children?: ReactNode }) {
  return (
    <>
      <Link href="/" className="site-name" aria-label={t('frame.home', { product: PRODUCT_NAME })}>
        <Logo className="size-8 flex-none" />
        <span className="site-wordmark">{PRODUCT_NAME}</span>
      </Link>
      <nav aria-label={t('frame.mainNavigation')} className="site-nav">
        <NavLink href="/" icon={ChartNoAxesColumn}>
          {t('frame.markets')}
        </NavLink>
        {children}
      </nav>
    </>
  );
}

/** @param props.icon shown only at the bottom of narrow screens */
export function NavLink({
  href,
  icon: Icon,
  children,
}: {
  href: string;
  icon: LucideIcon;
  children: string;
}) {
  const [path] = useLocation();
  return (
    <Link href={href} className="site-nav-link" aria-current={path === href ? 'page' : undefined}>
      <Icon aria-hidden="true" />
      {children}
    </Link>
  );
}

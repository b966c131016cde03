import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { Link, useLocation } from 'wouter';
import { PaletteButton } from './finding/palette-button.tsx';
import { PRODUCT_NAME } from './format/product-name.ts';
import { LanguageChoice } from './language-choice.tsx';
import { NoticesBell } from './notices/notices-bell.tsx';
import { t } from './texts/t.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { Logo } from './ui/logo.tsx';
import { useWallet } from './wallet/wallet-context.tsx';
import { WalletMenu } from './wallet/wallet-menu.tsx';

/** Top of every page: name, navigation, theme and wallet. Links take a row of their own on narrow screens. */
export function SiteHeader() {
  const { connected, user } = useWallet();
  return (
    <header className="site-header">
      <div className="frame site-header-row">
        <Link href="/" className="site-name" aria-label={t('frame.home', { product: PRODUCT_NAME })}>
          <Logo className="size-8 flex-none" />
          <span className="site-wordmark">{PRODUCT_NAME}</span>
        </Link>
        <nav aria-label={t('frame.mainNavigation')} className="site-nav">
          <NavLink href="/">{t('frame.markets')}</NavLink>
          {connected && <NavLink href="/profile">{t('frame.myAccount')}</NavLink>}
          {user !== null && user.kycLevel >= ADMIN_LEVEL && (
            <NavLink href="/admin">{t('frame.admin')}</NavLink>
          )}
        </nav>
        <div className="site-extras">
          <LanguageChoice place="header" className="max-lg:hidden" />
          <PaletteButton />
          <ThemeToggle />
        </div>
        <div className="site-tools">
          <NoticesBell />
          <WalletMenu />
        </div>
      </div>
    </header>
  );
}

function NavLink({ href, children }: { href: string; children: string }) {
  const [path] = useLocation();
  return (
    <Link href={href} className="site-nav-link" aria-current={path === href ? 'page' : undefined}>
      {children}
    </Link>
  );
}

import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { PaletteButton } from './finding/palette-button.tsx';
import { HeaderNames, NavLink } from './header-names.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { NoticesBell } from './notices/notices-bell.tsx';
import { t } from './texts/t.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useWallet } from './wallet/wallet-context.tsx';
import { WalletMenu } from './wallet/wallet-menu.tsx';

/** The header of every page: name, navigation, theme and wallet. On narrow screens the links have their own row. */
export function SiteHeader() {
  const { connected, user } = useWallet();
  return (
    <header className="site-header">
      <div className="frame site-header-row">
        <HeaderNames>
          {connected && <NavLink href="/profile">{t('frame.myAccount')}</NavLink>}
          {user !== null && user.kycLevel >= ADMIN_LEVEL && (
            <NavLink href="/admin">{t('frame.admin')}</NavLink>
          )}
        </HeaderNames>
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

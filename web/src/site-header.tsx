import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { ShieldCheck, UserRound } from 'lucide-react';
import { PaletteButton } from './finding/palette-button.tsx';
import { HeaderNames, NavLink } from './header-names.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { NoticesBell } from './notices/notices-bell.tsx';
import { LaterSlip } from './slip/later-slip.tsx';
import { t } from './texts/t.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { WalletBalance } from './wallet/wallet-balance.tsx';
import { useWallet } from './wallet/wallet-context.tsx';
import { WalletMenu } from './wallet/wallet-menu.tsx';

/** The header of every page, always one row: name, navigation, theme and wallet. */
export function SiteHeader() {
  const { connected, user } = useWallet();
  return (
    <header className="site-header">
      <div className="frame site-header-row">
        <HeaderNames>
          {connected && (
            <NavLink href="/profile" icon={UserRound}>
              {t('frame.myAccount')}
            </NavLink>
          )}
          {user !== null && user.kycLevel >= ADMIN_LEVEL && (
            <NavLink href="/admin" icon={ShieldCheck}>
              {t('frame.admin')}
            </NavLink>
          )}
          <PaletteButton />
          <LaterSlip />
        </HeaderNames>
        <div className="site-tools">
          {/* A connected wallet needs its room; the footer has the same choice. */}
          {!connected && <LanguageChoice place="header" className="max-lg:hidden" />}
          {/* First, so that nothing moves when it arrives. */}
          <WalletBalance className="wallet-funds" />
          <ThemeToggle />
          <NoticesBell />
          <WalletMenu />
        </div>
      </div>
    </header>
  );
}

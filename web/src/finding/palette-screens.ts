import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { t } from '../texts/t-palette.ts';
import type { WalletContextValue } from '../wallet/wallet-context.tsx';
import { VIEW_TEXTS } from './find-views.tsx';
import { listHref } from './list-address.ts';
import { VIEWS } from './list-query.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { showList } from './show-list.ts';

/** Entries that navigate: lists of markets, and the pages this user can use. */
export function paletteScreens({
  wallet: { connected, user },
  navigate,
}: {
  wallet: Pick<WalletContextValue, 'connected' | 'user'>;
  navigate: (to: string) => void;
}): readonly PaletteEntry[] {
  const toList = (id: string, label: string, href: string): PaletteEntry => ({
    id,
    label,
    alsoFoundBy: t('frame.markets'),
    run: () => {
      navigate(href);
      showList();
    },
  });
  const toPage = (id: string, label: string, path: string): PaletteEntry => ({
    id,
    label,
    run: () => navigate(path),
  });
  return [
    toList('list', t('palette.allByCategory'), listHref({})),
    ...VIEWS.map((view) =>
      toList(view, t(view === 'all' ? 'palette.allMarkets' : VIEW_TEXTS[view]), listHref({ view })),
    ),
    toList('watchlist', t('finding.watchlist'), listHref({ view: 'all', watchedOnly: true })),
    ...(connected ? [toPage('profile', t('frame.myAccount'), '/profile')] : []),
    ...(user !== null && user.kycLevel >= ADMIN_LEVEL ? [toPage('admin', t('frame.admin'), '/admin')] : []),
    toPage('transparency', t('frame.transparency'), '/transparency'),
    toPage('legal', t('frame.legalTerms'), '/legal'),
  ];
}

/** Opens the list of all matches of a search. */
export function showAllOf(search: string, navigate: (to: string) => void): void {
  navigate(listHref({ view: 'all', search }));
  showList();
}

import { ODDS_FORMATS, type OddsFormat } from '../format/odds.ts';
import { chooseOddsFormat } from '../format/odds-format.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { LANGUAGES, type Language } from '../texts/language.ts';
import { t } from '../texts/t-palette.ts';
import type { Theme } from '../ui/theme.ts';
import { toastFailure } from '../ui/toast-store.ts';
import type { WalletContextValue } from '../wallet/wallet-context.tsx';
import { openFindingDialog } from './finding-dialog-store.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** Search terms for each language: its own name, and its name in the other one. */
const LANGUAGE_NAMES = {
  en: { name: 'English', alsoFoundBy: 'Inglés' },
  es: { name: 'Español', alsoFoundBy: 'Spanish' },
} as const satisfies Record<Language, { name: string; alsoFoundBy: string }>;

export interface PaletteFacts {
  wallet: Pick<
    WalletContextValue,
    'connected' | 'connecting' | 'practiceOffered' | 'setMenuOpen' | 'tryDemo' | 'disconnect'
  >;
  theme: Theme;
  setTheme: (theme: Theme) => void;
  oddsFormat: OddsFormat;
  language: Language;
}

/** The actions available everywhere, without those that would change nothing now. */
export function paletteActions(facts: PaletteFacts): readonly PaletteEntry[] {
  const { theme, setTheme, oddsFormat, language } = facts;
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  return [
    ...walletActions(facts.wallet),
    {
      id: 'theme',
      label: t(otherTheme === 'dark' ? 'frame.darkTheme' : 'frame.lightTheme'),
      alsoFoundBy: t('palette.theme'),
      run: () => setTheme(otherTheme),
    },
    ...ODDS_FORMATS.filter((format) => format !== oddsFormat).map((format) => ({
      id: `odds-${format}`,
      label: t('palette.showOdds', { format: t(`odds.${format}`) }),
      run: () => chooseOddsFormat(format),
    })),
    ...LANGUAGES.filter((other) => other !== language).map((other) => ({
      id: `language-${other}`,
      label: t('palette.language', { language: LANGUAGE_NAMES[other].name }),
      alsoFoundBy: `${t('frame.language')} ${LANGUAGE_NAMES[other].alsoFoundBy}`,
      run: () => void switchTo(other),
    })),
    { id: 'keys', label: t('palette.keys'), hint: '?', run: () => openFindingDialog('keys') },
  ];
}

function walletActions(wallet: PaletteFacts['wallet']): readonly PaletteEntry[] {
  if (wallet.connecting) return [];
  if (wallet.connected) {
    return [{ id: 'disconnect', label: t('wallet.disconnect'), run: () => void wallet.disconnect() }];
  }
  return [
    { id: 'connect', label: t('palette.connect'), run: () => wallet.setMenuOpen(true) },
    ...(wallet.practiceOffered
      ? [{ id: 'practice', label: t('landing.tryDemo'), run: () => void wallet.tryDemo() }]
      : []),
  ];
}

async function switchTo(language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
  } catch {
    toastFailure(t('frame.languageFailed'), t('frame.languageFailedWhy'));
  }
}

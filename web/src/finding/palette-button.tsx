import { Search } from 'lucide-react';
import { t } from '../texts/t.ts';
import { openFindingDialog, useFindingDialog } from './finding-dialog-store.ts';
import { isApple } from './is-apple.ts';

/** Opens the command palette without a keyboard. */
export function PaletteButton() {
  const opened = useFindingDialog();
  return (
    <button
      type="button"
      className="site-nav-link site-nav-search"
      aria-label={t('finding.openPalette')}
      title={t('finding.openPaletteKeys', { keys: isApple() ? '⌘K' : 'Ctrl K' })}
      aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      aria-expanded={opened === 'palette'}
      onClick={() => openFindingDialog('palette')}
    >
      <Search aria-hidden="true" className="size-5" />
      <span aria-hidden="true">{t('finding.searchShort')}</span>
    </button>
  );
}

import '../styles/palette.css';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { marketsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { useOddsFormat } from '../format/odds-format.ts';
import { useLanguage } from '../texts/language.ts';
import { t } from '../texts/t-palette.ts';
import { useEscape } from '../ui/escape.ts';
import { useTheme } from '../ui/theme.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { closeFindingDialog } from './finding-dialog-store.ts';
import { paletteActions } from './palette-actions.ts';
import { fittingEntries, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';
import { PaletteField } from './palette-field.tsx';
import { PaletteList } from './palette-list.tsx';
import { paletteMarkets } from './palette-markets.ts';
import { paletteScreens } from './palette-screens.ts';
import { SearchWords } from './search-context.ts';
import { searchWords } from './search-words.ts';
import { useWatchlist } from './watchlist-store.ts';

/**
 * A combobox for markets, pages and actions whose list stays open. Focus stays in the field, the arrow keys move
 * the mark, Enter chooses the marked entry, and Esc returns focus.
 */
export function CommandPalette() {
  const [search, setSearch] = useState('');
  const groups = useGroups(search);
  const entries = groups.flatMap((group) => group.entries);
  const [marked, setMarked] = useState(0);
  const at = Math.min(marked, entries.length - 1);
  const listId = useId();
  const words = useMemo(() => searchWords(search), [search]);

  const field = useRef<HTMLInputElement>(null);
  const focus = useReturnFocus(field);
  useEscape(true, closeFindingDialog);
  const chosen = useRef<PaletteEntry | null>(null);
  const choose = (entry: PaletteEntry) => {
    chosen.current = entry;
    closeFindingDialog();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      return closeFindingDialog();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      setMarked((at + step + entries.length) % entries.length);
    }
    const entry = entries[at];
    if (event.key === 'Enter' && event.target === field.current && entry) {
      event.preventDefault();
      choose(entry);
    }
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeFindingDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay" />
        <Dialog.Content
          className="dialog palette"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            focus.onCloseAutoFocus(event);
            // Runs after focus has returned, so a dialog that it opens returns focus to the same place.
            const { current: entry } = chosen;
            if (entry) setTimeout(entry.run);
          }}
        >
          <Dialog.Title className="sr-only">{t('finding.openPalette')}</Dialog.Title>
          <PaletteField
            ref={field}
            value={search}
            onType={(text) => {
              setSearch(text);
              setMarked(0);
            }}
            listId={entries.length > 0 ? listId : null}
            markedId={entries.length > 0 ? `${listId}-${at}` : null}
          />
          <SearchWords value={words}>
            <PaletteList
              id={listId}
              groups={groups}
              marked={at}
              search={search}
              onMark={setMarked}
              onChoose={choose}
            />
          </SearchWords>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The matching entries by group, without empty groups. */
function useGroups(search: string): readonly PaletteGroup[] {
  const { data: markets } = useQuery(marketsQuery);
  const wallet = useWallet();
  const { theme, setTheme } = useTheme();
  const oddsFormat = useOddsFormat();
  const language = useLanguage();
  const { list: watched } = useWatchlist();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const words = searchWords(search);
    const now = serverClock.now();
    const groups: PaletteGroup[] = [
      {
        id: 'markets',
        heading: t('frame.markets'),
        entries: paletteMarkets({ markets: markets ?? [], words, search, watched, now, navigate }),
      },
      {
        id: 'screens',
        heading: t('palette.screens'),
        entries: fittingEntries(paletteScreens({ wallet, navigate }), words),
      },
      {
        id: 'actions',
        heading: t('palette.actions'),
        entries: fittingEntries(paletteActions({ wallet, theme, setTheme, oddsFormat, language }), words),
      },
    ];
    return groups.filter(({ entries }) => entries.length > 0);
  }, [search, markets, wallet, theme, setTheme, oddsFormat, language, watched, navigate]);
}

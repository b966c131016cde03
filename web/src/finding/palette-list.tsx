import { useEffect, useRef } from 'react';
import { t } from '../texts/t-palette.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Highlighted } from './highlighted.tsx';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

export interface PaletteListProps {
  /** Id of the list; its options have ids from `${id}-0` on. */
  id: string;
  groups: readonly PaletteGroup[];
  /** Index of the marked entry across all groups. */
  marked: number;
  search: string;
  onMark: (place: number) => void;
  onChoose: (entry: PaletteEntry) => void;
}

/** The palette's entries in groups. The field keeps the focus and refers to the marked entry. */
export function PaletteList({ id, groups, marked, search, onMark, onChoose }: PaletteListProps) {
  const markedOption = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the mark moves
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    void markedOption.current?.scrollIntoView({ block: 'nearest' });
  }, [marked, groups]);

  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  let place = 0;
  return (
    <>
      {count > 0 ? (
        <div
          id={id}
          role="listbox"
          aria-label={t('palette.results')}
          className="overflow-y-auto overscroll-contain p-1.5"
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox can't contain a fieldset
            <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
              <div
                id={`${id}-${group.id}`}
                role="presentation"
                className="px-3 pt-2.5 pb-1 text-small font-semibold text-muted"
              >
                {group.heading}
              </div>
              {group.entries.map((entry) => {
                const at = place++;
                return (
                  // The field handles the keys: Enter there chooses the marked entry.
                  // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and refers to it
                  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                  <div
                    key={entry.id}
                    ref={at === marked ? markedOption : null}
                    id={`${id}-${at}`}
                    role="option"
                    aria-selected={at === marked}
                    className="palette-option"
                    onPointerMove={() => at !== marked && onMark(at)}
                    onClick={() => onChoose(entry)}
                  >
                    <span className="min-w-0 flex-1">
                      <Highlighted text={entry.label} />
                    </span>
                    {entry.hint && <span className="flex-none text-meta text-muted">{entry.hint}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      ) : (
        <p className="px-5 py-8 text-center text-muted">
          {t('palette.nothingFits', { search: search.trim() })}
        </p>
      )}
      <VisuallyHidden role="status">
        {search.trim() !== '' && t('palette.resultCount', { count })}
      </VisuallyHidden>
    </>
  );
}

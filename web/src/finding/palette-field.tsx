import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type Ref, useId, useState } from 'react';
import { t } from '../texts/t-palette.ts';
import { CloseButton } from '../ui/close-button.tsx';
import { cutSearch, SEARCH_LIMIT } from './search-words.ts';

export interface PaletteFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onType: (text: string) => void;
  /** Ids of the list below and its marked option; null if nothing matches. */
  listId: string | null;
  markedId: string | null;
}

/** The palette's search field and its close button. */
export function PaletteField({ ref, value, onType, listId, markedId }: PaletteFieldProps) {
  const cutId = useId();
  const [wasCut, setWasCut] = useState(false);
  return (
    <>
      <div className="palette-field flex items-center gap-3 pt-1.5 pr-2 pb-1.5 pl-4 border-b border-b-line-strong">
        <Search aria-hidden="true" className="size-5 flex-none text-muted" />
        <input
          ref={ref}
          type="text"
          role="combobox"
          className="flex-1 min-w-0 min-h-11 bg-transparent text-[1.0625rem] outline-none"
          aria-label={t('palette.field')}
          aria-expanded={listId !== null}
          aria-controls={listId ?? undefined}
          aria-activedescendant={markedId ?? undefined}
          aria-autocomplete="list"
          aria-describedby={wasCut ? cutId : undefined}
          placeholder={t('palette.field')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={value}
          onChange={({ currentTarget }) => {
            setWasCut(currentTarget.value.length > SEARCH_LIMIT);
            onType(cutSearch(currentTarget.value));
          }}
        />
        <Dialog.Close asChild>
          <CloseButton label={t('controls.close')} />
        </Dialog.Close>
      </div>
      <p id={cutId} aria-live="polite" className="px-4 pt-2 text-meta text-warning empty:hidden">
        {wasCut && t('finding.searchCut', { limit: SEARCH_LIMIT })}
      </p>
    </>
  );
}

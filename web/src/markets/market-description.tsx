import { useState } from 'react';
import { t } from '../texts/t.ts';
import { classNames } from '../ui/class-names.ts';

/** About as many characters as fit into two lines of a card. */
const SHORT_TEXT_LENGTH = 90;

/** The description of a market: two lines, and the rest on request, because it says what decides the result. */
export function MarketDescription({ text, marketTitle }: { text: string; marketTitle: string }) {
  const [whole, setWhole] = useState(false);
  const long = (text ?? '').length > SHORT_TEXT_LENGTH;
  return (
    <div className="mt-1.5">
      <p className={classNames('text-secondary text-muted break-words', !whole && 'line-clamp-2')}>{text}</p>
      {long && (
        <button
          type="button"
          aria-expanded={whole}
          className="text-link min-h-6 text-meta"
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('card.shorten') : t('card.readAll')}
          <span className="sr-only"> {t('card.about', { market: marketTitle })}</span>
        </button>
      )}
    </div>
  );
}

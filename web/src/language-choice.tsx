import { Languages } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { chooseLanguage } from './texts/choose-language.ts';
import { LANGUAGES, type Language, useLanguage } from './texts/language.ts';
import { t } from './texts/t.ts';
import { classNames } from './ui/class-names.ts';
import { toastFailure } from './ui/toast-store.ts';

/** Each language by its own name, so its speakers find it. */
const NAMES = { en: 'English', es: 'Español' } as const satisfies Record<Language, string>;

/** The control used last. The app remounts in the new language, and that control gets the focus again. */
let usedAt: string | null = null;

export interface LanguageChoiceProps {
  /** Distinguishes the page's two controls. */
  place: 'header' | 'footer';
  className?: string;
}

/** Chooses the language of the app. */
export function LanguageChoice({ place, className }: LanguageChoiceProps) {
  const id = useId();
  const chosen = useLanguage();
  const control = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (usedAt !== place) return;
    usedAt = null;
    control.current?.focus({ preventScroll: true });
  }, [place]);

  const choose = async (next: Language) => {
    usedAt = place;
    try {
      await chooseLanguage(next);
    } catch {
      usedAt = null;
      toastFailure(t('frame.languageFailed'), t('frame.languageFailedWhy'));
    }
  };
  return (
    <span className={classNames('frame-choice', className)}>
      <label htmlFor={id}>
        <Languages aria-hidden="true" className="size-5" />
        <span className="sr-only">{t('frame.language')}</span>
      </label>
      <select
        ref={control}
        id={id}
        value={chosen}
        // Always the value of an option.
        onChange={(event) => void choose(event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {NAMES[each]}
          </option>
        ))}
      </select>
    </span>
  );
}

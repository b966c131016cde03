import { useEffect, useRef } from 'react';
import { chooseLanguage } from './texts/choose-language.ts';
import { LANGUAGES, type Language, useLanguage } from './texts/language.ts';
import { t } from './texts/t.ts';
import { classNames } from './ui/class-names.ts';
import { Select } from './ui/select.tsx';
import { toast } from './ui/toast-store.ts';

/** Each language by its own name, so that who speaks it finds it. */
const NAMES = { en: 'English', es: 'Español' } as const satisfies Record<Language, string>;

/** The control that is used when the app is drawn anew: it has the focus again afterwards. */
let usedId: string | null = null;

/** Chooses the language of the app. It stands in more than one place, each with an id of its own. */
export function LanguageChoice({ id, className }: { id: string; className?: string }) {
  const chosen = useLanguage();
  const control = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (usedId !== id) return;
    usedId = null;
    control.current?.querySelector('select')?.focus({ preventScroll: true });
  }, [id]);

  const choose = async (next: Language) => {
    usedId = id;
    try {
      await chooseLanguage(next);
    } catch {
      usedId = null;
      toast({
        title: t('frame.languageFailed'),
        description: t('frame.languageFailedWhy'),
        variant: 'destructive',
      });
    }
  };
  return (
    <span ref={control} className={classNames('language-choice', className)}>
      <Select
        id={id}
        aria-label={t('frame.language')}
        value={chosen}
        options={LANGUAGES.map((value) => ({ value, label: NAMES[value], lang: value }))}
        onValueChange={(next) => void choose(next)}
      />
    </span>
  );
}

import { TAGS } from '@tallystone/core/markets/check-new-market';
import { X } from 'lucide-react';
import { useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Field, fieldId, fieldProps } from './new-market-field.tsx';
import type { FormPartProps } from './use-new-market-sending.ts';

/** Search words for a market. Enter or a comma adds one. */
export function NewMarketTags({ form, sending, tags }: FormPartProps & { tags: readonly string[] }) {
  const problem = sending.problemOf('tags');
  const change = (next: string[]) => {
    form.setValue('tags', next);
    sending.leave('tags');
  };
  const [typed, setTyped] = useState('');
  const add = (text: string) => {
    const added = text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    setTyped('');
    if (added.length > 0) change([...new Set([...tags, ...added])]);
  };
  return (
    <Field field="tags" optional problem={problem} hint={t('adminCreate.tagsHint', { most: TAGS })}>
      <div className="flex gap-2">
        <input
          {...fieldProps('tags', { problem, hint: true })}
          className="field min-w-0 flex-1"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            const text = event.currentTarget.value;
            if (text.includes(',')) add(text);
            else setTyped(text);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add(typed);
          }}
          // Leaving the field without Enter also adds what was typed.
          onBlur={() => add(typed)}
        />
        <Button variant="secondary" disabled={typed.trim() === ''} onClick={() => add(typed)}>
          {t('adminCreate.addTag')}
        </Button>
      </div>
      {tags.length > 0 && (
        <ul aria-label={t('adminCreate.tags')} className="mt-2 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex max-w-full items-center gap-1 rounded-badge bg-primary-soft pl-2.5 text-meta"
            >
              <span className="min-w-0">{tag}</span>
              <button
                type="button"
                className="grid size-8 flex-none place-items-center rounded-badge"
                aria-label={t('adminCreate.removeTag', { tag })}
                onClick={() => {
                  change(tags.filter((other) => other !== tag));
                  document.getElementById(fieldId('tags'))?.focus();
                }}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}

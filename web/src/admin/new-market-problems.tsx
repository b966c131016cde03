import type { Ref } from 'react';
import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { fieldId, fieldLabel, NEW_MARKET_FIELDS, type NewMarketField } from './new-market-field.tsx';

/** One sentence per field with an error. */
export type FieldProblems = Partial<Record<NewMarketField, string>>;

/** The errors to fix before the market can be created, each with a link to its field. */
export function NewMarketProblems({ problems, ref }: { problems: FieldProblems; ref: Ref<HTMLDivElement> }) {
  const found = NEW_MARKET_FIELDS.filter((field) => problems[field] !== undefined);
  if (found.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="banner banner-error flex-col">
      <p className="font-semibold">{t('adminCreate.toPutRight', counted(found.length))}</p>
      <ul className="list-disc pl-5 text-secondary">
        {found.map((field) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              className="text-link"
              onClick={(event) => {
                // Keeps the anchor out of the address.
                event.preventDefault();
                document.getElementById(fieldId(field))?.focus();
              }}
            >
              {fieldLabel(field)}
            </a>
            : {problems[field]}
          </li>
        ))}
      </ul>
    </div>
  );
}

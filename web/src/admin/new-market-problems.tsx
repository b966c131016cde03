import type { MarketProblems } from '@tallystone/core/markets/check-new-market';
import type { Ref } from 'react';
import { FIELD_LABELS, fieldId, type NewMarketField } from './new-market-field.tsx';

/** In the order of the form. */
const FIELDS = Object.keys(FIELD_LABELS) as NewMarketField[]; // the keys of a record of all fields

/** What has to be put right before the market can be opened, each with a link to its field. */
export function NewMarketProblems({ problems, ref }: { problems: MarketProblems; ref: Ref<HTMLDivElement> }) {
  const found = FIELDS.filter((field) => problems[field] !== undefined);
  if (found.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="banner banner-error flex-col">
      <p className="font-semibold">
        {found.length === 1 ? 'One thing has' : `${found.length} things have`} to be put right. Nothing was
        created.
      </p>
      <ul className="list-disc pl-5 text-secondary">
        {found.map((field) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              className="text-link"
              onClick={(event) => {
                // The address keeps its tab, and nothing else.
                event.preventDefault();
                document.getElementById(fieldId(field))?.focus();
              }}
            >
              {FIELD_LABELS[field]}
            </a>
            : {problems[field]}
          </li>
        ))}
      </ul>
    </div>
  );
}

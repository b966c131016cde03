import type { ReactNode } from 'react';
import { t } from '../texts/t-admin.ts';

/** In form order. */
export const NEW_MARKET_FIELDS = [
  'type',
  'category',
  'subcategory',
  'title',
  'description',
  'outcomes',
  'probabilities',
  'eventDate',
  'autoResolve',
  'tags',
] as const;

export type NewMarketField = (typeof NEW_MARKET_FIELDS)[number];

/** A field's name in the form and in the error summary. */
export function fieldLabel(field: NewMarketField): string {
  return t(`adminCreate.${field}`);
}

/** The id of a field's focusable element. */
export const fieldId = (field: NewMarketField) => `new-market-${field}`;
const problemId = (field: NewMarketField) => `new-market-${field}-problem`;
const hintId = (field: NewMarketField) => `new-market-${field}-hint`;

/** Connects a control to its label, hint and error. */
export function fieldProps(
  field: NewMarketField,
  { problem, hint = false }: { problem: string | undefined; hint?: boolean },
) {
  const describedBy = [hint && hintId(field), problem !== undefined && problemId(field)].filter(Boolean);
  return {
    id: fieldId(field),
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
  };
}

export interface FieldProps {
  field: NewMarketField;
  optional?: boolean;
  hint?: ReactNode;
  problem: string | undefined;
  children: ReactNode;
}

/** A control with its label above, and its hint and error below. */
export function Field({ field, optional = false, hint, problem, children }: FieldProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={fieldId(field)} className="mb-1 block text-meta font-semibold">
        {fieldLabel(field)}
        {optional && <span className="font-normal text-muted"> {t('adminFrame.optional')}</span>}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} problem={problem} />
    </div>
  );
}

/** A field's hint and error, with the ids that `fieldProps` refers to. */
export function FieldNotes({ field, hint, problem }: Pick<FieldProps, 'field' | 'hint' | 'problem'>) {
  return (
    <>
      {hint !== undefined && (
        <p id={hintId(field)} className="mt-1 text-meta text-muted">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={problemId(field)} className="mt-1 text-meta text-negative">
          {problem}
        </p>
      )}
    </>
  );
}

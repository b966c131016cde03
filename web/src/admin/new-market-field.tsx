import type { ReactNode } from 'react';

export type NewMarketField =
  | 'type'
  | 'category'
  | 'subcategory'
  | 'title'
  | 'description'
  | 'outcomes'
  | 'probabilities'
  | 'eventDate'
  | 'autoResolve'
  | 'tags';

/** What the fields are called, in the form and in the summary of what is wrong. */
export const FIELD_LABELS: Readonly<Record<NewMarketField, string>> = {
  type: 'Type',
  category: 'Category',
  subcategory: 'Subcategory',
  title: 'Title',
  description: 'Description',
  outcomes: 'Outcomes',
  probabilities: 'Starting probabilities',
  eventDate: 'Event date',
  autoResolve: 'Auto-resolve',
  tags: 'Tags',
};

/** The element that focus goes to for a field. */
export const fieldId = (field: NewMarketField) => `new-market-${field}`;
const problemId = (field: NewMarketField) => `new-market-${field}-problem`;
const hintId = (field: NewMarketField) => `new-market-${field}-hint`;

/** What ties a control to its label, its hint and its problem. */
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

/** A control with its label above, and its hint and problem below. */
export function Field({ field, optional = false, hint, problem, children }: FieldProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={fieldId(field)} className="mb-1 block text-meta font-semibold">
        {FIELD_LABELS[field]}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} problem={problem} />
    </div>
  );
}

/** The hint and the problem of a field, by the ids that `fieldProps` points to. */
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

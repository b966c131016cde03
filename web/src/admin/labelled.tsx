import type { ReactNode } from 'react';

export interface LabelledProps {
  /** Id of the control. */
  id: string;
  label: ReactNode;
  /** Labels in dialogs are one size larger than labels above a list. */
  text?: 'text-meta' | 'text-secondary';
  className?: string;
  children: ReactNode;
}

/** A control with its label above. */
export function Labelled({ id, label, text = 'text-meta', className, children }: LabelledProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className={`mb-1 block ${text} font-semibold`}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** The same in a dialog, with an error below: the control's `aria-describedby` is `${id}-problem`. */
export function DialogField({
  problem,
  children,
  ...rest
}: Omit<LabelledProps, 'text'> & { problem: string | undefined }) {
  return (
    <Labelled {...rest} text="text-secondary">
      {children}
      <p id={`${rest.id}-problem`} role="alert" className="mt-1 text-meta text-negative empty:hidden">
        {problem}
      </p>
    </Labelled>
  );
}

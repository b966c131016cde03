import type { ReactNode } from 'react';

export interface LabelledProps {
  /** Of the control. */
  id: string;
  label: ReactNode;
  /** Fields of dialogs are a size larger than those above a list. */
  text?: 'text-meta' | 'text-secondary';
  className?: string;
  children: ReactNode;
}

/** A control below its label. */
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

/** The same in a dialog, with the place below where a problem is read out: the control is described by `${id}-problem`. */
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

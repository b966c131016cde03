import { type ReactNode, useId } from 'react';
import { Card } from './card.tsx';

export interface TitledProps {
  title: ReactNode;
  /** Class of the heading. */
  className?: string;
  children: ReactNode;
}

/** A section named by its heading. */
export function Titled({ title, className = 'text-h3', children }: TitledProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={className}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The same on a card. */
export function TitledCard({ title, children }: Omit<TitledProps, 'className'>) {
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <Titled title={title} className="text-title">
        {children}
      </Titled>
    </Card>
  );
}

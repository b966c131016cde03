import type { ReactNode } from 'react';

/** One entry of a `<dl>`, below its name. */
export function Fact({
  name,
  className,
  children,
}: {
  name: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

/** The same with a bold value. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Fact name={name} className="font-semibold">
      {children}
    </Fact>
  );
}

/** The same in one line. */
export function InlineFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline text-muted">{name}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  );
}

/** An error, announced at once. */
export function Problem({ children, className = 'mt-3' }: { children: string | null; className?: string }) {
  return (
    <p role="alert" className={`${className} text-meta text-negative empty:hidden`}>
      {children}
    </p>
  );
}

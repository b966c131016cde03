/** The logo: a tally stick split in two, so each side keeps a matching half. Decorative next to the name. */
export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0B5C5C" />
      <path fill="#F7F5EF" d="M7 6h9l-3.5 5 3.5 5-3.5 5 3.5 5H7z" />
      <path fill="#F2A65A" d="M18.5 6H25v20h-6.5L15 21l3.5-5L15 11z" />
    </svg>
  );
}

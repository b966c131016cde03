/** A torn-off slip. It isn't in the icons' package, because that would bring it into the first load. */
export function SlipIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M5 3h14v18l-2.3-2-2.4 2-2.3-2-2.3 2-2.4-2L5 21Z" />
      <path d="M9 8h6M9 12h6" />
    </svg>
  );
}

export interface ProgressBarProps {
  label: string;
  done: number;
  of: number;
  /** Announced instead of a percentage. */
  text: string;
}

/** How much is done. */
export function ProgressBar({ label, done, of, text }: ProgressBarProps) {
  const share = of > 0 ? Math.min(Math.max(done / of, 0), 1) : 1;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={Math.min(done, of)}
      aria-valuetext={text}
      className="h-2.5 overflow-hidden rounded-full border border-line-strong bg-sunk"
    >
      <span className="block h-full bg-primary" style={{ width: `${share * 100}%` }} />
    </div>
  );
}

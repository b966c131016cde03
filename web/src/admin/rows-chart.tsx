interface ChartRow {
  id: string;
  label: string;
  /** Length of the bar, in the same unit as the others. */
  value: number;
  /** The value of a full bar; the largest value of all rows if absent. */
  of?: number;
  /** The figure in words, beside the bar. */
  text: string;
}

/** Horizontal bars, each with its label and figure. */
export function RowsChart({ rows }: { rows: readonly ChartRow[] }) {
  const most = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <ul className="grid gap-3.5">
      {rows.map(({ id, label, value, of = most, text }) => (
        <li key={id}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-meta">
            <span className="min-w-0">{label}</span>
            <span className="font-semibold">{text}</span>
          </div>
          <svg aria-hidden="true" className="block w-full h-2.5 mt-1.5 rounded-[3px] forced-colors:border">
            <rect width="100%" height="100%" className="fill-sunk" />
            <rect
              width={`${of > 0 ? (value / of) * 100 : 0}%`}
              height="100%"
              className="fill-series-a forced-colors:fill-[CanvasText]"
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}

import { exactDollars } from '../format/dollars.ts';
import { classNames } from '../ui/class-names.ts';

export interface SumProps {
  label: string;
  note?: string;
  strong?: boolean;
  /** USDC. */
  amount: number;
}

/** One labelled amount in a list of sums. */
export function Sum({ label, note, strong = false, amount }: SumProps) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-6 py-2.5 first:pt-0',
        strong && 'border-t-2 border-dashed border-t-line',
      )}
    >
      <dt>
        <span className={strong ? 'font-semibold' : undefined}>{label}</span>
        {note && <span className="mt-0.5 block text-meta text-muted">{note}</span>}
      </dt>
      <dd className={classNames('flex-none', strong ? 'text-odds font-[650]' : 'font-semibold')}>
        {exactDollars(amount)}
      </dd>
    </div>
  );
}

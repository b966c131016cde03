import { signedExactDollars } from '../format/dollars.ts';
import { classNames } from '../ui/class-names.ts';

/** A profit or loss, with its sign and in its colour. */
export function SignedAmount({ amount }: { amount: number }) {
  return (
    <span className={classNames(amount > 0 && 'text-positive', amount < 0 && 'text-negative')}>
      {signedExactDollars(amount)}
    </span>
  );
}

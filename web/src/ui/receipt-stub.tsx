import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A block torn along its top edge: bet summary, history row, picture of a receipt. */
export function ReceiptStub({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('receipt-stub', className)} {...rest} />;
}

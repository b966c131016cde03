/** What placing a bet is done with and followed by, in one piece of code: what has the one has the other. */
export { BetDialog } from './bet-dialog.tsx';
export { TransactionToast } from './transaction-toast.tsx';

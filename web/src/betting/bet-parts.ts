/** The bet dialog and the toast after it, in one chunk: a page that loaded one has the other. */
export { BetDialog } from './bet-dialog.tsx';
export { TransactionToast } from './transaction-toast.tsx';

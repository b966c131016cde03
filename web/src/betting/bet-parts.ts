/** The bet form, its dialog and the toast after it, in one chunk: a page that loaded one has the others. */
export { BetDialog } from './bet-dialog.tsx';
export { BetForm } from './bet-form.tsx';
export { TransactionToast } from './transaction-toast.tsx';

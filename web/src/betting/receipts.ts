/** The dialogs with receipts: one file, because both load with the first receipt that is opened. */
export { ComboReceiptDialog } from './combo-receipt-dialog.tsx';
export { ReceiptDialog } from './receipt-dialog.tsx';

import { lazy } from 'react';
import { t } from '../texts/t.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { toastFailure } from '../ui/toast-store.ts';
import { loadPart } from '../wallet/load-part.ts';
import { closeFindingDialog, useFindingDialog } from './finding-dialog-store.ts';
import { useKeys } from './use-keys.ts';

const CommandPalette = lazy(() =>
  loadPart(() => import('./command-palette.tsx')).then((module) => ({ default: module.CommandPalette })),
);
const KeysDialog = lazy(() =>
  loadPart(() => import('./keys-dialog.tsx')).then((module) => ({ default: module.KeysDialog })),
);

/** Handles the page's keys and shows the dialogs they open. A dialog's code loads on first use. */
export function FindingDialogs() {
  const opened = useFindingDialog();
  useKeys();
  if (opened === null) return null;
  return (
    <ErrorBoundary key={opened} fallback={null} onError={dialogMissing}>
      {opened === 'palette' ? <CommandPalette /> : <KeysDialog />}
    </ErrorBoundary>
  );
}

function dialogMissing(): void {
  toastFailure(t('finding.dialogMissing'), t('finding.dialogMissingWhy'));
  closeFindingDialog();
}

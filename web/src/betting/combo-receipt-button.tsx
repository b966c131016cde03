import type { WireCombo } from '@tallystone/core/http-api/combos';
import { useState } from 'react';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { ComboLegs } from './combo-legs.tsx';
import { LaterComboReceiptDialog } from './later-receipt-dialog.tsx';
import { soldName } from './sold.ts';

/** Opens the receipt of a combo. */
export function ComboReceiptButton({ combo }: { combo: WireCombo }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {t('receipt.title')}
        <span className="sr-only"> {t('combos.receiptOf', { combo: soldName(combo) })}</span>
      </Button>
      <LaterComboReceiptDialog
        combo={isOpen ? combo : null}
        // From here, because the list has loaded them: a file shared with the dialog would be named in the first load.
        legs={(shown) => <ComboLegs combo={shown} />}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from './notice.tsx';

/** Asks the bettor to confirm their age, which a bet requires. */
export function AgeQuestion({ onAccept }: { onAccept: () => void }) {
  return (
    <Notice
      tone="info"
      role="status"
      actions={
        <Button size="small" onClick={onAccept}>
          {t('age.accept')}
        </Button>
      }
    >
      {t('age.sentence')}
    </Notice>
  );
}

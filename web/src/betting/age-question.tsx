import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from './notice.tsx';

/** The age sentence where a bet needs its answer. */
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

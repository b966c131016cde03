import { AGE_SENTENCE } from '../compliance/age-sentence.ts';
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
          I'm 18+ and Understand
        </Button>
      }
    >
      {AGE_SENTENCE}
    </Notice>
  );
}

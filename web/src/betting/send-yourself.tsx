import type { WireSignedBet } from '@tallystone/core/http-api/betting';
import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../texts/t-account.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** The signed bet, which the bettor can send to the chain if we don't; hidden once the acceptance has expired. */
export function SendYourself({ signed }: { signed: WireSignedBet }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const left = useSecondsUntil(new Date(signed.acceptedUntil * 1000).toISOString());
  const text = JSON.stringify(signed);
  const { answer, copy } = useCopy(text, { onFailed: () => field.current?.select() });
  const CopyIcon = answer === 'copied' ? Check : Copy;
  if (left === null || left <= 0) return null;

  return (
    <details className="mt-3 text-meta">
      <summary className="min-h-6 text-muted">{t('history.sendYourself')}</summary>
      <p className="mt-1">
        <TextWith
          text={t('history.sendYourselfWhat', { count: left })}
          parts={{ script: () => <code className="inline-block font-mono">place-bet.mjs</code> }}
        />
      </p>
      <textarea
        ref={field}
        readOnly
        rows={3}
        value={text}
        aria-label={t('history.signedBet')}
        className="field mt-2 font-mono text-small break-all"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button size="small" variant="secondary" onClick={copy}>
          <CopyIcon aria-hidden="true" className="size-4" />
          {t('history.copySigned')}
        </Button>
        <span role="status" className="text-muted">
          {answer === 'copied' && t('history.copiedSigned')}
          {answer === 'failed' && t('history.selectSigned')}
        </span>
      </div>
    </details>
  );
}

import type { WireSignedBet } from '@tallystone/core/http-api';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/t-account.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { useSecondsUntil } from './use-seconds-until.ts';

const CONFIRM_MS = 2000;

/** What its bettor can have an accepted bet placed with, should we not send it; gone once the acceptance is over. */
export function SendYourself({ signed }: { signed: WireSignedBet }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [answer, setAnswer] = useState<'copied' | 'failed' | null>(null);
  const left = useSecondsUntil(new Date(signed.acceptedUntil * 1000).toISOString());
  useEffect(() => {
    if (answer === null) return;
    const timer = setTimeout(() => setAnswer(null), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  if (left === null || left <= 0) return null;

  const text = JSON.stringify(signed);
  // Without TLS there is no clipboard, and people can refuse it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer('copied');
    } catch {
      setAnswer('failed');
      field.current?.select();
    }
  };
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
          {answer === 'copied' ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
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

import { useEffect, useState } from 'react';

const CONFIRM_MS = 2000;

/**
 * Copies a text, and reports the result for a moment. Copying can fail: there is no clipboard without TLS, and users can
 * deny access.
 *
 * @param does.onFailed for example to select the text instead
 * @param does.staysFailed keeps reporting a failure until the next attempt
 */
export function useCopy(text: string, does: { onFailed?: () => void; staysFailed?: boolean } = {}) {
  const { onFailed, staysFailed = false } = does;
  const [answer, setAnswer] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (answer === null || (answer === 'failed' && staysFailed)) return;
    const timer = setTimeout(() => setAnswer(null), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [answer, staysFailed]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer('copied');
    } catch {
      setAnswer('failed');
      onFailed?.();
    }
  };
  return { answer, copy };
}

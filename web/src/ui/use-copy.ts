import { useEffect, useState } from 'react';

const CONFIRM_MS = 2000;

/**
 * Copies a text, and tells for a moment what became of it. Without TLS there is no clipboard, and people can refuse it.
 *
 * @param does.onFailed such as to select the text instead
 * @param does.staysFailed whether that it failed is told until it is tried again
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

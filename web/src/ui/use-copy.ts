import { useEffect, useState } from 'react';

const CONFIRM_MS = 2000;

/**
 * Copies a text, and tells for a moment what became of it.
 *
 * @param onFailed such as to select the text instead: without TLS there is no clipboard, and people can refuse it
 */
export function useCopy(text: string, onFailed?: () => void) {
  const [answer, setAnswer] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (answer === null) return;
    const timer = setTimeout(() => setAnswer(null), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [answer]);

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

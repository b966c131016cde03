import type { ReactNode } from 'react';
import { Moment } from '../format/moment.tsx';
import { TextWith } from '../texts/text-with.tsx';

/** A text with a time in its `at` part, and a person in its `who` part. */
export function TextAt({ text, iso, who }: { text: string; iso: string; who?: ReactNode }) {
  return <TextWith text={text} parts={{ at: () => <Moment iso={iso} />, who: () => who }} />;
}

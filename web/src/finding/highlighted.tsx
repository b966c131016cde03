import { type ReactNode, use, useMemo } from 'react';
import { matchesIn } from './matches-in.ts';
import { SearchWords } from './search-context.ts';

/** A text with the search matches marked; plain text if there is no search or no searched list around it. */
export function Highlighted({ text }: { text: string }) {
  const words = use(SearchWords);
  return useMemo(() => markedText(text, words), [text, words]);
}

function markedText(text: string, words: readonly string[]): ReactNode {
  const matches = matchesIn(text, words);
  if (matches.length === 0) return text;
  const pieces: ReactNode[] = [];
  let place = 0;
  for (const [from, to] of matches) {
    pieces.push(text.slice(place, from));
    pieces.push(
      <mark key={from} className="found">
        {text.slice(from, to)}
      </mark>,
    );
    place = to;
  }
  pieces.push(text.slice(place));
  return pieces;
}

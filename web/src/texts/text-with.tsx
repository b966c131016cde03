import { Fragment, type ReactNode } from 'react';

export interface TextWithProps {
  text: string;
  /** For each mark of the text what is drawn of the words in it; a mark alone, `<address/>`, has none. */
  parts: Readonly<Record<string, (words: string) => ReactNode>>;
}

/**
 * A text with elements in it, in the order that the language wants: of `Look <link>here</link>` the part `link` draws
 * `here`. What people wrote is given as a part, never put into the text, so that it is not read for marks.
 */
export function TextWith({ text, parts }: TextWithProps) {
  // Every third piece is the name of a mark and the one after it its words; the rest stands between the marks.
  const pieces = text.split(/<(\w+)(?:\/>|>(.*?)<\/\1>)/s);
  const drawn: ReactNode[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    drawn.push(pieces[at]);
    const name = pieces[at + 1];
    if (name !== undefined) drawn.push(<Fragment key={at}>{parts[name]?.(pieces[at + 2] ?? '')}</Fragment>);
  }
  return drawn;
}

import { Fragment, type ReactNode } from 'react';

export interface TextWithProps {
  text: string;
  /** For each mark, renders the words inside it. An empty mark, such as `<address/>`, gives an empty string. */
  parts: Readonly<Record<string, (words: string) => ReactNode>>;
}

/**
 * A text with elements in it, in the order that the language needs: in `Look <link>here</link>` the part `link` renders
 * `here`. Pass what users wrote as a part and never insert it into the text, where it would be parsed for marks.
 */
export function TextWith({ text, parts }: TextWithProps) {
  // `split` gives, again and again: the text before a mark, the mark's name, and the words in it.
  const pieces = text.split(/<(\w+)(?:\/>|>(.*?)<\/\1>)/s);
  const drawn: ReactNode[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    drawn.push(pieces[at]);
    const name = pieces[at + 1];
    if (name !== undefined) drawn.push(<Fragment key={at}>{parts[name]?.(pieces[at + 2] ?? '')}</Fragment>);
  }
  return drawn;
}

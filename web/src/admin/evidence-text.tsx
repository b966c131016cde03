import { Fragment } from 'react';
import { classNames } from '../ui/class-names.ts';

/** A link as people write it: up to the next space, without the sign that ends the sentence. */
const LINKS = /(https?:\/\/\S+?)(?=[.,;:!?)\]]*(?:\s|$))/gi;

/** What somebody gave as evidence: text as it is, with its web addresses to follow. Nothing in it is ever markup, and none of it turns the direction of its neighbours. */
export function EvidenceText({ text, className }: { text: string; className?: string }) {
  const parts = text.split(LINKS);
  return (
    <bdi className={classNames('whitespace-pre-line [overflow-wrap:anywhere]', className)}>
      {parts.map((part, index) => {
        const href = webAddress(part);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          <Fragment key={index}>
            {href === null ? (
              part
            ) : (
              <a className="text-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
                <bdi>{part}</bdi>
              </a>
            )}
          </Fragment>
        );
      })}
    </bdi>
  );
}

/** Only of the web: every other scheme stays text. */
function webAddress(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    const { protocol, href, username, password } = new URL(text);
    // What stands before the address can look like another one.
    if (username !== '' || password !== '') return null;
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

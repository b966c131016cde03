import { Fragment } from 'react';
import { classNames } from '../ui/class-names.ts';

/** A web address up to the next space, without the punctuation that ends the sentence. */
const LINKS = /(https?:\/\/\S+?)(?=[.,;:!?)\]]*(?:\s|$))/gi;

/** Evidence as plain text with clickable web addresses. Never rendered as markup, and isolated from the text direction around it. */
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

/** Only http and https: every other scheme stays text. */
function webAddress(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    const { protocol, href, username, password } = new URL(text);
    // A user name before the host can look like another host.
    if (username !== '' || password !== '') return null;
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

import { describe, expect, test } from 'vitest';
import { type PageHead, withHead } from './page-head.ts';
import { hashInlineScripts } from './web-app.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta name="csp-nonce" content="__CSP_NONCE__" />
    <title>Markets · Tallystone</title>
    <meta
      name="description"
      content="Prediction markets."
    />
    <script>document.title;</script>
  </head>
  <body><div id="root"></div></body>
</html>`;

const aHead = (head: Partial<PageHead> = {}): PageHead => ({
  title: 'Rain in Bergen · Tallystone',
  description: 'Yes 60.0% at 1.65.',
  address: 'https://app.example/market/m_a',
  picture: {
    address: 'https://app.example/api/markets/m_a/picture?v=3',
    width: 1200,
    height: 630,
    text: 'Rain in Bergen: Yes 60.0%.',
  },
  ...head,
});

/** A page as a browser parses it. */
const read = (html: string) => {
  const content = (selector: RegExp) => selector.exec(html)?.[1];
  return {
    title: content(/<title>([^<]*)<\/title>/),
    description: content(/<meta name="description" content="([^"]*)"/),
    canonical: content(/<link rel="canonical" href="([^"]*)"/),
    image: content(/<meta property="og:image" content="([^"]*)"/),
    card: content(/<meta name="twitter:card" content="([^"]*)"/),
  };
};

describe('the head of a page', () => {
  test('replaces the title and the description of the app', () => {
    const page = withHead(PAGE, aHead());
    expect(read(page)).toEqual({
      title: 'Rain in Bergen · Tallystone',
      description: 'Yes 60.0% at 1.65.',
      canonical: 'https://app.example/market/m_a',
      image: 'https://app.example/api/markets/m_a/picture?v=3',
      card: 'summary_large_image',
    });
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page.match(/name="description"/g)).toHaveLength(1);
    expect(page).not.toContain('Prediction markets.');
  });

  test('leaves the scripts unchanged, whose hashes are in the content security policy', () => {
    const page = withHead(PAGE, aHead({ title: '</title><script>alert(1)</script>' }));
    expect(hashInlineScripts(page)).toEqual(hashInlineScripts(PAGE));
  });

  test.each([
    ['a tag', '</title><script>alert(1)</script>'],
    ['the end of an attribute', '"><img src=x onerror=alert(1)>'],
    ['the end of a quoted one', "'><svg onload=alert(1)>"],
    ['an entity', '&lt;b&gt; &amp; &quot;'],
    ['patterns of a replacement', "$& $` $' $1 $<name> $$"],
    ['the place of the nonce', '__CSP_NONCE__'],
  ])('shows %s in a title or a description as written', (_, text) => {
    const page = withHead(PAGE, aHead({ title: text, description: text }));
    const decoded = (value = '') =>
      value
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&');
    expect(decoded(read(page).title)).toBe(text);
    expect(decoded(read(page).description)).toBe(text);
    // As many tags as with a plain title.
    expect(page.match(/</g)).toHaveLength(withHead(PAGE, aHead()).match(/</g)?.length ?? 0);
  });
});

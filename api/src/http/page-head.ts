/** The title, description and picture that link previews of a page show. Plain text; addresses are absolute. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly address: string;
  readonly picture: {
    readonly address: string;
    readonly width: number;
    readonly height: number;
    /** Alternative text. */
    readonly text: string;
  };
}

const SITE_NAME = 'Tallystone';
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;

/** Replaces the title and description of the app's page by the head of one address. */
export function withHead(page: string, head: PageHead): string {
  const { title, description, address, picture } = head;
  const tags = [
    `<title>${escaped(title)}</title>`,
    named('description', description),
    `<link rel="canonical" href="${escaped(address)}" />`,
    property('og:type', 'website'),
    property('og:site_name', SITE_NAME),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', picture.address),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(picture.width)),
    property('og:image:height', String(picture.height)),
    property('og:image:alt', picture.text),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', picture.address),
    named('twitter:image:alt', picture.text),
  ];
  // Functions, because `$` in a replacement string has a special meaning.
  return page.replace(DESCRIPTION, () => '').replace(TITLE, () => tags.join('\n    '));
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escaped(content)}" />`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

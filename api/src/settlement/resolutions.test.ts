import type { WireError } from '@tallystone/core/http-api/error';
import type { WireRehearsal, WireResolution, WireResultsQueue } from '@tallystone/core/http-api/settlement';
import { REVIEWS } from '@tallystone/core/sentences/reviews';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  aGuardian,
  aLiveApp,
  anAdminDesk,
  betOn,
  type Desk,
  deskOf,
  endBetting,
  objectionTo,
} from '@tallystone/testkit/betting/results.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { aCuttingProxy, loseTheCommit } from '@tallystone/testkit/database/lost-commit.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { aSignatureOf } from '@tallystone/testkit/wallets/sign-act.ts';
import { anEvmWallet, type TestWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { approveResolution } from './approve-resolution.ts';
import { listGuarded, objectToResult } from './object-to-result.ts';
import { type ProposedEnd, proposeResolution, rehearseEnd } from './propose-resolution.ts';
import { replayResults } from './replay-results.ts';
import { getResultsQueue } from './results-queue.ts';
import { settleMarket } from './settle-market.ts';
import { undoResolution } from './undo-resolution.ts';

let database: TestDatabase;
let app: App;
let live: App;
let betting: TestBetting;
let bettor: TestBettor;
let other: TestBettor;
let demo: Desk;
/** Three admins of the live server. */
let alice: Awaited<ReturnType<typeof anAdminDesk>>;
let bob: Awaited<ReturnType<typeof anAdminDesk>>;
let carol: Awaited<ReturnType<typeof anAdminDesk>>;
let guardian: Desk;
let secondGuardian: Desk;
let guardianWallet: TestWallet;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  app = await aTestApp(database);
  live = await aLiveApp(database);
  betting = aBettingProcess(db);
  bettor = await aBettor(db, { funds: usdc(100_000), cap: usdc(100_000) });
  other = await aBettor(db, { funds: usdc(100_000), cap: usdc(100_000) });
  demo = await anAdminDesk(app, app, db);
  alice = await anAdminDesk(live, app, db);
  bob = await anAdminDesk(live, app, db);
  carol = await anAdminDesk(live, app, db);
  guardianWallet = anEvmWallet();
  guardian = deskOf(live, await aGuardian(app, db, guardianWallet));
  secondGuardian = deskOf(live, await aGuardian(app, db));
}, 180_000);
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' }))
    expect(offenders).toEqual([]);
  expect(await replayResults(database.db)).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await live.close();
  await database.close();
});

const storedOf = async (marketId: string) => {
  const [row] = await rows(
    database.db,
    {
      state: col.text,
      disabled: col.bool,
      review: col.text.orNull,
      objections: col.number,
      version: col.number,
    },
    sql`select state, disabled, review, objections, version::int from markets where id = ${marketId}`,
  );
  if (row === undefined) throw new Error('expected the market');
  return row;
};
const resolutionsOf = (marketId: string) =>
  rows(
    database.db,
    { outcome_id: col.text.orNull, ended_as: col.text.orNull },
    sql`select outcome_id, ended_as from resolutions where market_id = ${marketId} order by id`,
  );
const startPaying = ({ id }: { id: number }) =>
  database.db.execute(sql`
    update resolutions set pays_from = approved_at, started_at = clock_timestamp() where id = ${id}`);
const endWindow = ({ id }: { id: number }) =>
  database.db.execute(sql`update resolutions set pays_from = clock_timestamp() where id = ${id}`);

const yesOf = ({ outcomeIds: [yes = ''] }: TestMarket) => yes;

/** A market with bets on both sides, whose betting is over. */
async function aClosedMarket(): Promise<TestMarket & { yes: string; no: string; paidIfYes: number }> {
  const market = await aMarket(database.db);
  const { totalReturn: first } = await betOn(betting, { bettor, market, amount: 100 });
  const { totalReturn: second } = await betOn(betting, { bettor: other, market, amount: 50 });
  await betOn(betting, { bettor: other, market, outcome: 1, amount: 30 });
  await endBetting(database.db, market);
  return {
    ...market,
    yes: yesOf(market),
    no: market.outcomeIds[1] ?? '',
    paidIfYes: Math.round((first + second) * 1e6) / 1e6,
  };
}

/** Everything that a call about a market could change. */
const fingerprint = async (marketId: string) => [
  await storedOf(marketId),
  await resolutionsOf(marketId),
  (await trailOf(database.db)).length,
];

async function expectRefused(
  asked: () => Promise<{ statusCode: number; json<T>(): T }>,
  expected: { marketId: string; status: number; code: string; sentence: RegExp },
): Promise<WireError> {
  const before = await fingerprint(expected.marketId);
  const answer = await asked();
  const error = answer.json<WireError>();
  expect([answer.statusCode, error.code]).toEqual([expected.status, expected.code]);
  expect(error.error).toMatch(expected.sentence);
  expect(await fingerprint(expected.marketId)).toEqual(before);
  return error;
}

const sumOf = (ledger: WireRehearsal['ledger'], when: 'before' | 'after') =>
  Math.round(ledger.reduce((sum, row) => sum + row[when], 0) * 1e6);

describe('a rehearsal', () => {
  test('says to the micro-USDC what would be paid, and changes nothing', async () => {
    const market = await aClosedMarket();
    const before = await fingerprint(market.marketId);
    const rehearsal = await demo.rehearse(market.marketId, market.yes);
    expect(rehearsal).toMatchObject({
      marketId: market.marketId,
      outcomeId: market.yes,
      outcomeName: 'Yes',
      bets: 3,
      paidBets: 2,
      paid: market.paidIfYes,
      escrow: 10_180,
      toPool: Math.round((10_180 - market.paidIfYes) * 1e6) / 1e6,
      houseResult: Math.round((180 - market.paidIfYes) * 1e6) / 1e6,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(rehearsal.largest.map(({ wallet, stake }) => [wallet, stake])).toEqual([
      [bettor.wallet.text, 100],
      [other.wallet.text, 50],
    ]);
    expect([sumOf(rehearsal.ledger, 'before'), sumOf(rehearsal.ledger, 'after')]).toEqual([0, 0]);
    const own = rehearsal.ledger.find(({ account }) => account === 'Escrow of this market');
    expect(own).toEqual({ account: 'Escrow of this market', before: 10_180, after: 0 });
    expect(await fingerprint(market.marketId)).toEqual(before);
  });

  test('of a void gives back every stake', async () => {
    const market = await aClosedMarket();
    expect(await demo.rehearse(market.marketId, null)).toMatchObject({
      outcomeId: null,
      outcomeName: null,
      bets: 3,
      paidBets: 3,
      paid: 180,
      toPool: 10_000,
      houseResult: 0,
    });
  });

  test('has its own hash: another result or another bet gives another hash', async () => {
    const market = await aMarket(database.db);
    await betOn(betting, { bettor, market, amount: 10 });
    const { hash } = await demo.rehearse(market.marketId, null);
    expect((await demo.rehearse(market.marketId, null)).hash).toBe(hash);
    await betOn(betting, { bettor, market, amount: 10 });
    expect((await demo.rehearse(market.marketId, null)).hash).not.toBe(hash);
    await endBetting(database.db, market);
    const [yes = '', no = ''] = market.outcomeIds;
    expect((await demo.rehearse(market.marketId, yes)).hash).not.toBe(
      (await demo.rehearse(market.marketId, no)).hash,
    );
  });

  test('names the oddities', async () => {
    const market = await aMarket(database.db, {
      outcomes: [
        { name: 'Yes', probability: 0.02 },
        { name: 'No', probability: 0.98 },
      ],
      lossBudget: usdc(1000),
    });
    const insider = await aBettor(database.db);
    await aGuardian(app, database.db, insider);
    await betOn(betting, { bettor, market, amount: 4 });
    await betOn(betting, { bettor: insider, market, amount: 0.5 });
    await endBetting(database.db, market);
    await database.db.execute(
      sql`update markets set objections = 1, feed_halt = 'stopped', state = 'suspended' where id = ${market.marketId}`,
    );
    const { odd, paid } = await demo.rehearse(market.marketId, yesOf(market));
    const texts = [
      /^The winner was priced at \d\.\d% when betting closed\.$/,
      /^2 winning bets were placed in the last minute, with 4\.50 USDC\.$/,
      new RegExp(`^${bettor.wallet.text} gets [\\d.]+ of the [\\d.]+ USDC that are paid\\.$`),
      new RegExp(`^${insider.wallet.text} has bets on the market and is an admin or a guardian\\.$`),
      /^The feed had stopped the betting\.$/,
      /^A guardian objected to an earlier result/,
    ];
    expect(paid).toBeGreaterThan(120);
    expect(odd).toHaveLength(texts.length);
    texts.forEach((text, place) => {
      expect(odd[place]).toMatch(text);
    });
    // For a void only insiders with bets and earlier objections are odd.
    expect((await demo.rehearse(market.marketId, null)).odd).toHaveLength(2);
  });

  test('says if the result is expensive for the house, and if only one user is paid', async () => {
    const market = await aMarket(database.db, {
      outcomes: [
        { name: 'Yes', probability: 0.02 },
        { name: 'No', probability: 0.98 },
      ],
      lossBudget: usdc(1000),
    });
    await betOn(betting, { bettor, market, amount: 94 });
    await endBetting(database.db, market);
    const { odd, houseResult } = await demo.rehearse(market.marketId, yesOf(market));
    expect(houseResult).toBeLessThan(-500);
    expect(odd.slice(-2)).toEqual([
      `${bettor.wallet.text} is the only one who is paid.`,
      expect.stringMatching(
        /^It costs the house [67]\d\d\.\d\d USDC, more than half of its budget of 1000\.00\.$/,
      ),
    ]);
    // The other side won, as expected.
    expect((await demo.rehearse(market.marketId, market.outcomeIds[1] ?? '')).odd).toEqual([]);
  });
});

describe('in a demo', () => {
  test('a result is proposed by the hash of its rehearsal, approved at once and paid at once', async () => {
    const market = await aClosedMarket();
    const { version } = await storedOf(market.marketId);
    const made = await demo.propose(market.marketId, market.yes);
    expect(made).toMatchObject({
      marketId: market.marketId,
      outcomeId: market.yes,
      outcomeName: 'Yes',
      source: 'admin',
      evidence: 'As the station reported: https://weather.example/bergen',
      stage: 'window',
      rehearsal: { paid: market.paidIfYes, version },
    });
    expect(made.approvedBy).toBe(made.proposedBy);
    expect([made.approvedAt, made.paysFrom]).toEqual([made.proposedAt, made.proposedAt]);
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'resolving', version: version + 1 });
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'market.propose',
      subject: market.marketId,
      before: { state: 'closed' },
      after: { resolution: made.id, outcome: 'Yes', hash: made.rehearsal.hash, paid: market.paidIfYes },
      reason: made.evidence,
    });
    // All readers see it at once.
    expect((await app.http.inject(`/api/markets/${market.marketId}`)).json().state).toBe('resolving');
  });

  test('an open market can have no result, and the refusal says when and how it can', async () => {
    const market = await aMarket(database.db);
    for (const dryRun of [true, false]) {
      const payload = { outcomeId: yesOf(market), evidence: 'Seen', dryRun, hash: '0'.repeat(64) };
      await expectRefused(() => demo.resolve(market.marketId, payload), {
        marketId: market.marketId,
        status: 409,
        code: 'wrong-state',
        sentence:
          /^Betting on the market is open until \d{4}-\d\d-\d\d \d\d:\d\d UTC, .* nothing was changed\. .*"Close now"/,
      });
    }
  });

  test('a second result is refused, from any admin and with any outcome', async () => {
    const market = await aClosedMarket();
    const { rehearsal } = await demo.propose(market.marketId, market.yes);
    for (const outcomeId of [market.yes, market.no]) {
      const payload = { outcomeId, evidence: 'Again', hash: rehearsal.hash };
      await expectRefused(() => demo.resolve(market.marketId, payload), {
        marketId: market.marketId,
        status: 409,
        code: 'wrong-state',
        sentence: /^The market already has a result; nothing was changed/,
      });
    }
  });

  test('bad input is refused with one plain sentence, and nothing is changed', async () => {
    const market = await aClosedMarket();
    const foreign = await aMarket(database.db);
    const { hash } = await demo.rehearse(market.marketId, market.yes);
    const good = { outcomeId: market.yes, evidence: 'Seen', hash };
    const cases: [Record<string, unknown>, number, string, RegExp][] = [
      [{ ...good, outcomeId: 'o_nowhere' }, 400, 'unknown-outcome', /^The market has no such outcome/],
      [{ ...good, outcomeId: yesOf(foreign) }, 400, 'unknown-outcome', /^The market has no such outcome/],
      [{ ...good, evidence: '' }, 400, 'invalid-request', /^Add a link or a note as evidence\. Nothing/],
      [{ ...good, evidence: ' \u200b\n\u202e' }, 400, 'invalid-request', /^Add a link or a note/],
      [
        { ...good, evidence: 'x'.repeat(2001) },
        400,
        'invalid-request',
        /^Keep the evidence to 2000 characters/,
      ],
      [
        { ...good, evidence: 'See javascript:alert(1)' },
        400,
        'invalid-request',
        /^Links must begin with https:/,
      ],
      [
        { ...good, evidence: 'ftp://files.example/x' },
        400,
        'invalid-request',
        /^Links must begin with https:/,
      ],
      [{ ...good, evidence: 'https://' }, 400, 'invalid-request', /^Links must begin with https:/],
      [{ ...good, evidence: 'data:text/html,x' }, 400, 'invalid-request', /^Links must begin with https:/],
      [
        { outcomeId: market.yes, evidence: 'Seen' },
        400,
        'invalid-request',
        /^Send the hash of the rehearsal/,
      ],
      [{ ...good, hash: '' }, 409, 'rehearsal-changed', /^The market has changed since you saw/],
      [
        { ...good, hash: `${hash.slice(1)}0` },
        409,
        'rehearsal-changed',
        /^The market has changed since you saw/,
      ],
      [{ evidence: 'Seen', hash }, 400, 'invalid-request', /outcomeId/],
    ];
    for (const [payload, status, code, sentence] of cases) {
      await expectRefused(() => demo.resolve(market.marketId, payload), {
        marketId: market.marketId,
        status,
        code,
        sentence,
      });
    }
    for (const payload of [{ reason: '', hash }, { reason: 'x'.repeat(2001), hash }, { reason: 'Why not' }]) {
      await expectRefused(() => demo.void(market.marketId, payload), {
        marketId: market.marketId,
        status: 400,
        code: 'invalid-request',
        sentence: /^(Give a reason|Keep the reason|Send the hash)/,
      });
    }
    const nowhere = await demo.resolve('m_nowhere', good);
    expect([nowhere.statusCode, nowhere.json<WireError>().code]).toEqual([404, 'not-found']);
    // Text of 2,000 characters, and colons that are not links, are accepted.
    const text = `Note: at 12:30, see HTTPS://weather.example/a?b=c (and http://x.example). ${'x'.repeat(1900)}`;
    const taken = await demo.resolve(market.marketId, { ...good, evidence: text });
    expect(taken.json<{ resolution: WireResolution }>().resolution.evidence).toBe(text);
  });

  test('an old hash is answered with the present rehearsal, whose hash then works', async () => {
    const market = await aMarket(database.db);
    await betOn(betting, { bettor, market, amount: 10 });
    const seen = await demo.rehearse(market.marketId, null);
    await betOn(betting, { bettor: other, market, amount: 20 });
    const { rehearsal } = await expectRefused(
      () => demo.void(market.marketId, { reason: 'The question was unclear', hash: seen.hash }),
      { marketId: market.marketId, status: 409, code: 'rehearsal-changed', sentence: /nothing was done/ },
    );
    expect(rehearsal).toMatchObject({ paid: 30, bets: 2 });
    const again = await demo.void(market.marketId, {
      reason: 'The question was unclear',
      hash: rehearsal?.hash,
    });
    expect([again.statusCode, again.json().resolution.rehearsal.paid]).toEqual([200, 30]);
    await expect(betOn(betting, { bettor, market, amount: 1 })).rejects.toBeInstanceOf(HttpError);
  });

  test.each(['open', 'suspended', 'closed'] as const)(
    'a market that is %s can be made void',
    async (state) => {
      const market = await aMarket(database.db);
      await betOn(betting, { bettor, market, amount: 10 });
      if (state === 'suspended') {
        await database.db.execute(sql`
        update markets set state = 'suspended', disabled = true where id = ${market.marketId}`);
      }
      if (state === 'closed') await endBetting(database.db, market);
      const made = await demo.propose(market.marketId, null);
      expect(made).toMatchObject({
        outcomeId: null,
        stage: 'window',
        rehearsal: { paid: 10, houseResult: 0 },
      });
      expect(await storedOf(market.marketId)).toMatchObject({ state: 'resolving' });
      expect((await trailOf(database.db)).at(-1)).toMatchObject({ action: 'market.void', before: { state } });
    },
  );

  test('a void replaces a result that is not being paid, and nothing replaces a void', async () => {
    const market = await aClosedMarket();
    await demo.propose(market.marketId, market.yes);
    const made = await demo.propose(market.marketId, null);
    expect((await resolutionsOf(market.marketId)).map(({ ended_as }) => ended_as)).toEqual([
      'replaced',
      null,
    ]);
    for (const send of [
      () => demo.void(market.marketId, { reason: 'Twice', hash: made.rehearsal.hash }),
      () =>
        demo.resolve(market.marketId, { outcomeId: market.no, evidence: 'No', hash: made.rehearsal.hash }),
    ]) {
      await expectRefused(send, {
        marketId: market.marketId,
        status: 409,
        code: 'wrong-state',
        sentence: /^The market is already set to be voided; nothing was changed/,
      });
    }
  });

  test('a result that is being paid is neither replaced nor undone', async () => {
    const market = await aClosedMarket();
    const made = await demo.propose(market.marketId, market.yes);
    await startPaying(made);
    const { hash } = made.rehearsal;
    await expectRefused(() => demo.void(market.marketId, { reason: 'Too late', hash }), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence: /^The market is already being paid/,
    });
    await expectRefused(() => demo.undo(market.marketId, 'Too late'), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence: /^The market is being paid, so its result can't be undone/,
    });
  });

  test('an ended market stays as it ended', async () => {
    const market = await aMarket(database.db);
    await endBetting(database.db, market);
    await database.db.execute(sql`update markets set archived_at = now() where id = ${market.marketId}`);
    await expectRefused(() => demo.void(market.marketId, { reason: 'Gone', dryRun: true }), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence: /^The market is archived and has no bets/,
    });
    await database.db.execute(sql`update markets set archived_at = null where id = ${market.marketId}`);
  });

  test('bets that came after the start of the game are refunded before a result can be proposed', async () => {
    const market = await aClosedMarket();
    const { hash } = await demo.rehearse(market.marketId, market.yes);
    await database.db.execute(sql`update markets set late_from = now() where id = ${market.marketId}`);
    expect((await demo.rehearse(market.marketId, market.yes)).odd[0]).toMatch(
      /^Bets that were placed after the game began/,
    );
    await expectRefused(
      () => demo.resolve(market.marketId, { outcomeId: market.yes, evidence: 'Seen', hash }),
      {
        marketId: market.marketId,
        status: 409,
        code: 'wrong-state',
        sentence: /are being refunded; nothing was changed\. Try again/,
      },
    );
    // A void gives every stake back.
    expect(await demo.propose(market.marketId, null)).toMatchObject({
      stage: 'window',
      rehearsal: { paid: 180, odd: [] },
    });
    await demo.undo(market.marketId, 'It was played');
    await database.db.execute(sql`update markets set late_from = null where id = ${market.marketId}`);
  });

  test('undoing a result sends the market back to closed with the reason, and it can get another result', async () => {
    const market = await aClosedMarket();
    const made = await demo.propose(market.marketId, market.yes);
    for (const reason of ['', '\u200b', 'x'.repeat(2001)]) {
      await expectRefused(() => demo.undo(market.marketId, reason), {
        marketId: market.marketId,
        status: 400,
        code: 'invalid-request',
        sentence: /reason/,
      });
    }
    const undone = await demo.undo(market.marketId, 'The wrong station');
    expect(undone.json<WireResolution>()).toMatchObject({
      id: made.id,
      stage: 'undone',
      endReason: 'The wrong station',
    });
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'closed', disabled: false });
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'market.undo',
      reason: 'The wrong station',
      after: { state: 'closed' },
    });
    await expectRefused(() => demo.undo(market.marketId, 'Twice'), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence: /^The market has no result to undo/,
    });
    // A rehearsal seen before the undo cannot be confirmed by accident.
    const payload = { outcomeId: market.yes, evidence: 'Seen', hash: made.rehearsal.hash };
    expect((await demo.resolve(market.marketId, payload)).json().code).toBe('rehearsal-changed');
    expect(await demo.propose(market.marketId, market.no)).toMatchObject({ outcomeName: 'No' });
  });

  test('undoing a void before the end of betting leaves the market suspended, for an admin to open', async () => {
    const market = await aMarket(database.db);
    await demo.propose(market.marketId, null);
    expect((await demo.undo(market.marketId, 'It was clear after all')).statusCode).toBe(200);
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'suspended', disabled: true });
    const opened = await demo.post('/api/admin/markets/bulk', { ids: [market.marketId], action: 'enable' });
    expect(opened.json().done).toEqual([market.marketId]);
    await betOn(betting, { bettor, market, amount: 1 });
  });
});

describe('in live mode', () => {
  test('a result waits for a second admin, then for two hours', async () => {
    const market = await aClosedMarket();
    const made = await alice.propose(market.marketId, market.yes);
    expect(made).toMatchObject({ stage: 'approval', proposedBy: alice.admin.wallet.text });
    expect([made.approvedBy, made.approvedAt, made.paysFrom]).toEqual([undefined, undefined, undefined]);
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'resolving' });
    const { hash } = made.rehearsal;
    await expectRefused(() => alice.approve(market.marketId, hash), {
      marketId: market.marketId,
      status: 403,
      code: 'forbidden',
      sentence: /^You proposed this yourself/,
    });
    const { rehearsal } = await expectRefused(() => bob.approve(market.marketId, hash.replace(/^./, 'x')), {
      marketId: market.marketId,
      status: 409,
      code: 'rehearsal-changed',
      sentence: /nothing was done/,
    });
    expect(rehearsal).toEqual(made.rehearsal);
    const approved = (await bob.approve(market.marketId, hash)).json<WireResolution>();
    expect(approved).toMatchObject({
      stage: 'window',
      approvedBy: bob.admin.wallet.text,
      rehearsal: { hash },
    });
    expect(Date.parse(approved.paysFrom ?? '') - Date.parse(approved.approvedAt ?? '')).toBe(2 * 3_600_000);
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'market.approve',
      actor: bob.admin.wallet.text,
      before: { stage: 'approval', proposedBy: alice.admin.wallet.text },
    });
    for (const desk of [bob, carol]) {
      await expectRefused(() => desk.approve(market.marketId, hash), {
        marketId: market.marketId,
        status: 409,
        code: 'wrong-state',
        sentence: /^The result of this market is already approved/,
      });
    }
    // Any admin can undo, even in the window.
    expect((await carol.undo(market.marketId, 'Another source says no')).json()).toMatchObject({
      stage: 'undone',
    });
    await expectRefused(() => bob.approve(market.marketId, hash), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence: /^This market has nothing to approve/,
    });
    const nowhere = await bob.approve('m_nowhere', hash);
    expect([nowhere.statusCode, nowhere.json<WireError>().code]).toEqual([404, 'not-found']);
  });

  test('a void needs two admins too, and replaces an approved result', async () => {
    const market = await aClosedMarket();
    const result = await alice.propose(market.marketId, market.yes);
    await bob.approve(market.marketId, result.rehearsal.hash);
    const made = await alice.propose(market.marketId, null);
    expect(made).toMatchObject({ stage: 'approval', outcomeId: null });
    expect((await bob.approve(market.marketId, made.rehearsal.hash)).json()).toMatchObject({
      stage: 'window',
    });
  });

  test('an admin with bets on the market can neither propose nor approve', async () => {
    const market = await aClosedMarket();
    const { userId } = bettor.session;
    const [{ id: interested } = { id: '' }] = await rows(
      database.db,
      { id: col.text },
      sql`select id from users where address = ${bob.admin.wallet.text}`,
    );
    // As if Bob had placed another user's bets; they are given back to that user below.
    await database.db.execute(sql`alter table bets disable trigger user`);
    const moveBets = (from: string, to: string) =>
      database.db.execute(sql`
        update bets set user_id = ${to} where user_id = ${from} and market_id = ${market.marketId}`);
    await moveBets(userId, interested);
    const seen = await bob.rehearse(market.marketId, market.yes);
    await expectRefused(
      () => bob.resolve(market.marketId, { outcomeId: market.yes, evidence: 'Seen', hash: seen.hash }),
      {
        marketId: market.marketId,
        status: 403,
        code: 'forbidden',
        sentence: /^You have bets on this market/,
      },
    );
    const { rehearsal } = await alice.propose(market.marketId, market.yes);
    await expectRefused(() => bob.approve(market.marketId, rehearsal.hash), {
      marketId: market.marketId,
      status: 403,
      code: 'forbidden',
      sentence: /^You have bets on this market/,
    });
    expect((await carol.approve(market.marketId, rehearsal.hash)).statusCode).toBe(200);
    await moveBets(interested, userId);
    await database.db.execute(sql`alter table bets enable trigger user`);
  });

  test('the approval computes again what would be paid', async () => {
    const market = await aClosedMarket();
    const { rehearsal } = await alice.propose(market.marketId, market.yes);
    const fund = (amount: number) =>
      database.db.execute(sql`update markets set funded = funded + ${amount} where id = ${market.marketId}`);
    await fund(1);
    const refused = await expectRefused(() => bob.approve(market.marketId, rehearsal.hash), {
      marketId: market.marketId,
      status: 409,
      code: 'rehearsal-changed',
      sentence: /no longer what was proposed, so nothing was approved/,
    });
    expect(refused.rehearsal?.hash).not.toBe(rehearsal.hash);
    await fund(-1);
    expect((await bob.approve(market.marketId, rehearsal.hash)).statusCode).toBe(200);
  });

  test('one guardian sends a result back once, and a second guardian voids the market at once', async () => {
    const market = await aClosedMarket();
    const approve = async (outcomeId: string) => {
      const { rehearsal } = await alice.propose(market.marketId, outcomeId);
      return (await bob.approve(market.marketId, rehearsal.hash)).json<WireResolution>();
    };
    const first = await approve(market.yes);
    const guarded = (await guardian.get('/api/guardian/resolutions')).json<WireResolution[]>();
    expect(guarded.filter(({ marketId }) => marketId === market.marketId)).toEqual([first]);
    await expectRefused(() => guardian.object(first.id, ' '), {
      marketId: market.marketId,
      status: 400,
      code: 'invalid-request',
      sentence: /^Give a reason/,
    });
    expect((await guardian.object(first.id, 'The station was broken')).json()).toMatchObject({
      id: first.id,
      marketId: market.marketId,
      stage: 'objected',
      endReason: 'The station was broken',
    });
    expect(await storedOf(market.marketId)).toMatchObject({
      state: 'closed',
      review: 'objected',
      objections: 1,
    });
    const { waiting } = (await alice.get('/api/admin/results')).json<WireResultsQueue>();
    expect(waiting[0]).toMatchObject({
      id: market.marketId,
      review: 'objected',
      why: expect.stringMatching(/^A guardian objected/),
    });

    const second = await approve(market.yes);
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'resolving', review: null });
    expect(second.rehearsal.odd).toContain('A guardian objected to an earlier result of the market.');
    await expectRefused(() => guardian.object(second.id, 'It still is'), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence:
        /^You already objected to a result of this market, so another guardian must .* nothing was changed/,
    });
    expect((await secondGuardian.object(second.id, 'It still is')).json()).toMatchObject({
      stage: 'objected',
    });
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'resolving', objections: 2 });
    expect(
      (await resolutionsOf(market.marketId)).map(({ outcome_id, ended_as }) => [outcome_id, ended_as]),
    ).toEqual([
      [market.yes, 'objected'],
      [market.yes, 'objected'],
      [null, null],
    ]);
    const { resolutions } = (await alice.get('/api/admin/results')).json<WireResultsQueue>();
    const made = resolutions.find(({ marketId }) => marketId === market.marketId);
    expect(made).toMatchObject({
      source: 'guardian',
      stage: 'window',
      evidence: 'It still is',
      rehearsal: { paid: 180 },
    });
    expect(made?.paysFrom).toBe(made?.approvedAt);
    expect((await trailOf(database.db)).slice(-1)).toMatchObject([
      { action: 'market.object', before: { objections: 1 }, after: { void: made?.id, objections: 2 } },
    ]);
    // No one can take it back.
    await expectRefused(() => alice.undo(market.marketId, 'No'), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence: /^Two guardians objected/,
    });
    await expectRefused(() => secondGuardian.object(made?.id ?? 0, 'No'), {
      marketId: market.marketId,
      status: 409,
      code: 'wrong-state',
      sentence: /^The time for objections is over/,
    });
  });

  test('a guardian with bets on the market cannot object', async () => {
    const market = await aClosedMarket();
    const { userId } = bettor.session;
    const [{ id: interested } = { id: '' }] = await rows(
      database.db,
      { id: col.text },
      sql`select id from users where address = ${guardianWallet.wallet.text}`,
    );
    const { id, rehearsal } = await alice.propose(market.marketId, market.yes);
    await bob.approve(market.marketId, rehearsal.hash);
    // As if the guardian had placed another user's bets; they are given back to that user below.
    await database.db.execute(sql`alter table bets disable trigger user`);
    const moveBets = (from: string, to: string) =>
      database.db.execute(sql`
        update bets set user_id = ${to} where user_id = ${from} and market_id = ${market.marketId}`);
    await moveBets(userId, interested);
    await expectRefused(() => guardian.object(id, 'I would lose'), {
      marketId: market.marketId,
      status: 403,
      code: 'forbidden',
      sentence: /^You have bets on this market, so another guardian must object; nothing was changed\.$/,
    });
    await moveBets(interested, userId);
    await database.db.execute(sql`alter table bets enable trigger user`);
    expect((await guardian.object(id, 'The station was broken')).statusCode).toBe(200);
  });

  test('only a guardian can object, in time, to an approved result', async () => {
    const market = await aClosedMarket();
    const made = await alice.propose(market.marketId, market.yes);
    const late = { marketId: market.marketId, status: 409, code: 'wrong-state' };
    await expectRefused(() => guardian.object(made.id, 'Too early'), {
      ...late,
      sentence: /^This result is not approved yet/,
    });
    await bob.approve(market.marketId, made.rehearsal.hash);
    for (const [desk, status] of [
      [alice, 403],
      [deskOf(live, await signInWith(app)), 403],
    ] as const) {
      const answer = await desk.object(made.id, 'Not mine to say');
      expect(answer.statusCode).toBe(status);
    }
    for (const id of ['0', 'x', '-1', '1e3', '999999999', '12345678901234567890']) {
      const answer = await guardian.object(id, 'Nothing there');
      expect([id, answer.statusCode, answer.json<WireError>().code]).toEqual([id, 404, 'not-found']);
    }
    await endWindow(made);
    await expectRefused(() => guardian.object(made.id, 'Too late'), {
      ...late,
      sentence: /^The time for objections/,
    });
    expect(
      (await guardian.get('/api/guardian/resolutions')).json<WireResolution[]>().map(({ id }) => id),
    ).not.toContain(made.id);
    await bob.undo(market.marketId, 'Not paid yet, so it can be');
    await expectRefused(() => guardian.object(made.id, 'Ended'), {
      ...late,
      sentence: /^This result is already closed/,
    });
  });

  test('an objection to a void before the end of betting leaves the market suspended', async () => {
    const market = await aMarket(database.db);
    const made = await alice.propose(market.marketId, null);
    await bob.approve(market.marketId, made.rehearsal.hash);
    expect((await guardian.object(made.id, 'Why?')).statusCode).toBe(200);
    expect(await storedOf(market.marketId)).toMatchObject({
      state: 'suspended',
      disabled: true,
      review: 'objected',
    });
  });
});

describe('results that no admin proposes', () => {
  test.each([
    ['live', 2 * 3_600_000],
    ['demo', 0],
  ] as const)('is approved at once in %s mode and paid after its window', async (mode, windowMs) => {
    const market = await aFeedMarket(database.db);
    await betOn(betting, { bettor, market, amount: 10 });
    await endBetting(database.db, market);
    const end: ProposedEnd = {
      marketId: market.marketId,
      result: { kind: 'won', outcomeIds: [yesOf(market)] },
      source: 'feed',
      evidence: 'The feed says that Team 1 won.',
      raw: { wonOutcomeIds: ['29'], note: 'a NUL \0 and half a pair \ud800' },
      proposer: { kind: 'system' },
      hash: null,
      mode,
    };
    const made = await proposeResolution(database.db, end);
    expect(made).toMatchObject({ source: 'feed', stage: 'window', rehearsal: { paid: 21, bets: 1 } });
    expect([made.proposedBy, made.approvedBy]).toEqual([undefined, undefined]);
    expect(Date.parse(made.paysFrom ?? '') - Date.parse(made.proposedAt)).toBe(windowMs);
    const [stored] = await rows(database.db, sql`select raw from resolutions where id = ${made.id}`);
    expect(stored).toEqual({ raw: { wonOutcomeIds: ['29'], note: 'a NUL  and half a pair ' } });
    await expect(proposeResolution(database.db, end)).rejects.toMatchObject({ code: 'wrong-state' });
  });
});

describe('at the same moment', () => {
  test('100 admins propose two different results: the market gets one', async () => {
    const market = await aClosedMarket();
    const actors = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { session, wallet, sign } = await aBettor(database.db, { funds: usdc(0) });
        const actor = { kind: 'admin', userId: session.userId, address: wallet.text } as const;
        return { actor, wallet, sign };
      }),
    );
    const results = [market.yes, market.no].map(
      (outcomeId) => ({ kind: 'won', outcomeIds: [outcomeId] }) as const,
    );
    const rehearsals = await Promise.all(
      results.map((result) => rehearseEnd(database.db, { marketId: market.marketId, result })),
    );
    const answers = await Promise.allSettled(
      actors.map(({ actor: proposer, ...wallet }, i) => {
        const rehearsal = rehearsals[i % 2];
        if (rehearsal === undefined) throw new Error('expected two rehearsals');
        return proposeResolution(database.db, {
          marketId: market.marketId,
          result: results[i % 2] ?? { kind: 'void' },
          source: 'admin',
          evidence: 'I was there',
          proposer,
          hash: rehearsal.hash,
          signature: aSignatureOf(wallet, { kind: 'approve-result', rehearsal }),
          mode: i % 3 === 0 ? 'demo' : 'live',
        });
      }),
    );
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    expect(refusals).toEqual(Array(99).fill('wrong-state'));
    expect(await resolutionsOf(market.marketId)).toHaveLength(1);
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'resolving' });
  }, 180_000);

  test('results, voids, approvals, undos and objections leave at most one under way, and the state agrees', async () => {
    const market = await aClosedMarket();
    const [one, two, three] = [alice, bob, carol];
    const ids = new Map(
      (await rows(database.db, { id: col.text, address: col.text }, sql`select id, address from users`)).map(
        ({ id, address }) => [address, id],
      ),
    );
    const actorOf = ({ wallet: { text } }: { wallet: { text: string } }) =>
      ({ kind: 'admin', userId: ids.get(text) ?? '', address: text }) as const;
    const propose = async (outcomeId: string | null) => {
      const result =
        outcomeId === null
          ? ({ kind: 'void' } as const)
          : ({ kind: 'won', outcomeIds: [outcomeId] } as const);
      const asked = { marketId: market.marketId, result };
      const { hash } = await rehearseEnd(database.db, asked);
      const end = {
        ...asked,
        source: 'admin',
        evidence: 'Seen',
        proposer: actorOf(one.admin),
        hash,
      } as const;
      return proposeResolution(database.db, { ...end, mode: 'live' });
    };
    const approve = async () => {
      const { resolutions } = await getResultsQueue(database.db);
      const rehearsal = resolutions.find(
        ({ marketId, stage }) => marketId === market.marketId && stage === 'approval',
      )?.rehearsal;
      return approveResolution(database.db, {
        marketId: market.marketId,
        hash: rehearsal?.hash ?? '',
        actor: actorOf(two.admin),
        ...(rehearsal !== undefined && {
          signature: aSignatureOf(two.admin, { kind: 'approve-result', rehearsal }),
        }),
        mode: 'live',
      });
    };
    const undo = () =>
      undoResolution(database.db, {
        marketId: market.marketId,
        reason: 'Wrong',
        actor: actorOf(three.admin),
      });
    const object = async () => {
      const result = (await listGuarded(database.db)).find(({ marketId }) => marketId === market.marketId);
      return objectToResult(database.db, {
        id: String(result?.id ?? 0),
        reason: 'No',
        actor: actorOf(three.admin),
        ...(result !== undefined && { signature: aSignatureOf(three.admin, objectionTo(result, 'No')) }),
      });
    };
    let done = 0;
    for (let round = 0; round < 25; round++) {
      const answers = await Promise.allSettled([
        propose(market.yes),
        propose(market.no),
        approve(),
        approve(),
        ...(round % 5 === 4 ? [object()] : []),
        ...(round % 3 === 2 ? [undo(), propose(null)] : []),
      ]);
      for (const answer of answers) {
        if (answer.status === 'fulfilled') done += 1;
        else expect(answer.reason).toBeInstanceOf(HttpError);
      }
      const underWay = (await resolutionsOf(market.marketId)).filter(({ ended_as }) => ended_as === null);
      const { state } = await storedOf(market.marketId);
      expect([state, underWay.length]).toEqual([state, state === 'resolving' ? 1 : 0]);
    }
    expect(done).toBeGreaterThan(10);
  }, 180_000);
});

describe('a proposal whose COMMIT was lost', () => {
  const endOf = async (market: TestMarket): Promise<ProposedEnd> => {
    const asked = {
      marketId: market.marketId,
      result: { kind: 'won', outcomeIds: [yesOf(market)] },
    } as const;
    const { hash } = await rehearseEnd(database.db, asked);
    const proposer = { kind: 'command-line' } as const;
    return { ...asked, source: 'admin', evidence: 'Seen', proposer, hash, mode: 'demo' };
  };

  test('after the commit is answered as made', async () => {
    const market = await aClosedMarket();
    const end = await endOf(market);
    const proxy = await aCuttingProxy(database.url);
    const behindProxy = await openPatiently(proxy.url);
    proxy.cutNextCommit();
    expect(await proposeResolution(behindProxy.db, end)).toMatchObject({ stage: 'window' });
    expect(await resolutionsOf(market.marketId)).toHaveLength(1);
    await behindProxy.close();
    proxy.close();
  });

  test('before the commit changed nothing, and says so', async () => {
    const market = await aClosedMarket();
    const end = await endOf(market);
    await loseTheCommit({ adminUrl: database.adminUrl, table: 'resolutions' }, async () => {
      await expect(proposeResolution(database.db, end)).rejects.toMatchObject({
        code: 'not-ready',
        cause: { code: 'commit-unknown' },
        message: 'This could not be recorded, so nothing was changed; try again.',
      });
    });
    expect(await resolutionsOf(market.marketId)).toEqual([]);
    expect(await proposeResolution(database.db, end)).toMatchObject({ stage: 'window' });
  });
});

test('the queue leaves out side markets without bets unless people have to look at them', async () => {
  const own = await createTestDatabase();
  const small = await aTestApp(own);
  const desk = await anAdminDesk(small, small, own.db);
  const gameId = 'g_1';
  const main = await aFeedMarket(own.db, { gameId });
  const withBet = await aFeedMarket(own.db, { gameId });
  const [ended, late, odd, undone] = [
    await aFeedMarket(own.db, { gameId }),
    await aFeedMarket(own.db, { gameId }),
    await aFeedMarket(own.db, { gameId }),
    await aFeedMarket(own.db, { gameId }),
  ];
  await betOn(aBettingProcess(own.db), { bettor: await aBettor(own.db), market: withBet, amount: 10 });
  for (const market of [main, withBet, ended, odd, undone]) await endBetting(own.db, market);
  await endBetting(own.db, late, '49 hours');
  await own.db.execute(sql`update markets set review = 'no-winner' where id = ${odd.marketId}`);
  const voidByFeed = ({ marketId }: TestMarket) =>
    proposeResolution(own.db, {
      marketId,
      result: { kind: 'void' },
      source: 'feed',
      evidence: 'Canceled',
      proposer: { kind: 'system' },
      hash: null,
      mode: 'demo',
    });
  await voidByFeed(undone);
  await desk.undo(undone.marketId, 'Doubted');
  const queue = () => getResultsQueue(own.db);
  const idsOf = (markets: readonly TestMarket[]) => markets.map(({ marketId }) => marketId).sort();
  expect((await queue()).waiting.map(({ id }) => id).sort()).toEqual(
    idsOf([main, withBet, late, odd, undone]),
  );

  for (const market of [main, withBet, ended]) {
    await voidByFeed(market);
    const { marketId } = market;
    while ((await settleMarket(own.db, { marketId, chunk: 10 })).kind !== 'ended');
  }
  const { resolutions } = await queue();
  expect(resolutions.map(({ marketId }) => marketId).sort()).toEqual(idsOf([main, withBet, undone]));
});

test('the queue has the markets under review first, then those without a result, and the results under way', async () => {
  const own = await createTestDatabase();
  const small = await aTestApp(own);
  const desk = await anAdminDesk(small, small, own.db);
  const process = aBettingProcess(own.db);
  const punter = await aBettor(own.db);
  const due = await aMarket(own.db, { title: 'Due' });
  await betOn(process, { bettor: punter, market: due, outcome: 1, amount: 12.5 });
  const reminded = await aMarket(own.db, { title: 'Reminded', autoResolve: true });
  const overdue = await aMarket(own.db, { title: 'Overdue' });
  const odd = await aFeedMarket(own.db);
  const feed = await aFeedMarket(own.db);
  const [practice, redrawn, latePractice] = [
    await aMarket(own.db, { title: 'Drawn soon', source: 'practice' }),
    await aMarket(own.db, { title: 'Drawn and undone', source: 'practice' }),
    await aMarket(own.db, { title: 'Not drawn', source: 'practice' }),
  ];
  const open = await aMarket(own.db, { title: 'Open' });
  const archived = await aMarket(own.db, { title: 'Archived' });
  await endBetting(own.db, due, '30 minutes');
  await endBetting(own.db, reminded, '20 minutes');
  await endBetting(own.db, overdue, '49 hours');
  await endBetting(own.db, odd, '1 minute');
  await endBetting(own.db, feed, '10 minutes');
  await endBetting(own.db, practice, '1 hour');
  await endBetting(own.db, redrawn, '3 minutes');
  await endBetting(own.db, latePractice, '50 hours');
  await endBetting(own.db, archived, '1 hour');
  await own.db.execute(sql`update markets set archived_at = now() where id = ${archived.marketId}`);
  await own.db.execute(sql`update markets set review = 'no-winner' where id = ${odd.marketId}`);
  const queue = async () => (await desk.get('/api/admin/results')).json<WireResultsQueue>();
  const { waiting, resolutions, changes } = await queue();
  expect(waiting.map(({ id, overdue: late, why }) => [id, late, why.split(/[;:,]/)[0]])).toEqual([
    [odd.marketId, false, 'The feed says the game is over but names no winner'],
    [latePractice.marketId, true, 'Betting closed more than 48 hours ago and there is still no result'],
    [overdue.marketId, true, 'Betting closed more than 48 hours ago and there is still no result'],
    [due.marketId, false, 'Betting has closed'],
    [reminded.marketId, false, 'Betting has closed'],
    [feed.marketId, false, 'Betting has closed'],
  ]);
  expect(waiting.find(({ id }) => id === due.marketId)).toMatchObject({
    title: 'Due',
    source: 'custom',
    state: 'closed',
    bets: 1,
    stakes: 12.5,
    outcomes: [
      { id: due.outcomeIds[0], name: 'Yes', bets: 0 },
      { id: due.outcomeIds[1], name: 'No', bets: 1 },
    ],
  });
  expect([resolutions, changes]).toEqual([[], []]);
  expect(waiting.map(({ id }) => id)).not.toContain(open.marketId);

  const made = await desk.propose(due.marketId, yesOf(due));
  const undone = await desk.propose(reminded.marketId, yesOf(reminded));
  await desk.undo(reminded.marketId, 'Too soon');
  const later = await queue();
  expect(later.resolutions.map(({ id, stage }) => [id, stage])).toEqual([
    [made.id, 'window'],
    [undone.id, 'undone'],
  ]);
  expect(later.waiting.map(({ id }) => id)).not.toContain(due.marketId);

  // After a draw is taken back, only an admin can end the market.
  await proposeResolution(own.db, {
    marketId: redrawn.marketId,
    result: { kind: 'won', outcomeIds: [yesOf(redrawn)] },
    source: 'practice',
    evidence: 'Drawn',
    proposer: { kind: 'system' },
    hash: null,
    mode: 'demo',
  });
  expect((await queue()).waiting.map(({ id }) => id)).not.toContain(redrawn.marketId);
  await desk.undo(redrawn.marketId, 'The draw is doubted');
  const ids = (await queue()).waiting.map(({ id }) => id);
  expect(ids).toContain(redrawn.marketId);
  expect(ids).not.toContain(practice.marketId);

  await own.db.execute(sql`
    update resolutions set started_at = clock_timestamp() where id = ${made.id}`);
  const progressAt = async (cursor: number) => {
    await own.db.execute(sql`update markets set settled_through = ${cursor} where id = ${due.marketId}`);
    return (await queue()).resolutions.find(({ id }) => id === made.id);
  };
  expect(await progressAt(0)).toMatchObject({ stage: 'paying', progress: { done: 0, bets: 1 } });
  expect(await progressAt(made.rehearsal.version)).toMatchObject({ progress: { done: 1, bets: 1 } });

  // The difference is exact to the micro-USDC.
  await own.db.execute(sql`
    update markets set settled_through = 0, review = 'rehearsal-differs' where id = ${due.marketId}`);
  await own.db.execute(sql`update accounts set balance = balance + 1 where market_id = ${due.marketId}`);
  expect((await queue()).waiting[0]).toMatchObject({
    id: due.marketId,
    state: 'resolving',
    why: `${REVIEWS['review-rehearsal-differs']} 0 USDC for 0 bets were approved, out of 10012.5; the books owe 0, 0 were paid for 0 bets and 10012.500001 are in escrow.`,
  });
  await small.close();
  await own.close();
}, 180_000);

test.each(testEngines)(
  'on %s a result is rehearsed, proposed, undone and made void alike',
  async (_name, open) => {
    const own = await open();
    const small = await aTestApp(own);
    const desk = await anAdminDesk(small, small, own.db);
    const punter = await aBettor(own.db);
    const market = await aMarket(own.db);
    const { totalReturn } = await betOn(aBettingProcess(own.db), { bettor: punter, market, amount: 10 });
    await endBetting(own.db, market);
    expect(await desk.propose(market.marketId, yesOf(market))).toMatchObject({
      rehearsal: { paid: totalReturn },
    });
    expect((await desk.undo(market.marketId, 'Wrong')).json()).toMatchObject({ stage: 'undone' });
    expect(await desk.propose(market.marketId, null)).toMatchObject({
      stage: 'window',
      rehearsal: { paid: 10 },
    });
    expect((await desk.get('/api/admin/results')).json()).toMatchObject({
      waiting: [],
      resolutions: [{}, {}],
    });
    await small.close();
    await own.close();
  },
);

test.each([
  ['outcome', sql`update resolutions set outcome_id = null where outcome_id is not null`],
  ['evidence', sql`update resolutions set evidence = evidence || '.'`],
  ['hash', sql`update resolutions set rehearsal_hash = sha256('x')`],
  ['row of the audit', sql`delete from audit where action = 'market.propose'`],
  ['row', sql`delete from resolutions`],
  [
    'answer of the feed',
    sql`update resolutions set raw = raw || '{"note": "another"}' where raw is not null`,
  ],
  ['answer of the feed, taken away,', sql`update resolutions set raw = null where raw is not null`],
  ['answer of a feed, made up,', sql`update resolutions set raw = '{}' where raw is null`],
  ['source', sql`update resolutions set source = 'feed' where source = 'admin'`],
  ['proposer', sql`update resolutions set proposed_by = null where proposed_by is not null`],
  ['moment', sql`update resolutions set proposed_at = proposed_at - interval '1 second'`],
  [
    'moment, with an older audit row that lacks it,',
    sql`
      with old as (update audit set after = after - 'proposedAt' where after ? 'proposedAt')
      update resolutions set proposed_at = proposed_at - interval '2 minutes'`,
  ],
])('a result whose %s was tampered with is found', async (_, tamper) => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(tamper);
    return (await replayResults(tx)).length;
  });
  expect(found).toBeGreaterThan(0);
});

test("the stored answer of an older version's result is not checked, because its audit row has no hash of it", async () => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(sql`update audit set after = after - 'rawHash'`);
    await tx.execute(sql`update resolutions set raw = '{}' where source = 'feed'`);
    return replayResults(tx);
  });
  expect(found).toEqual([]);
});

test('a result whose audit row came late is not reported', async () => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(sql`update audit set at = at + interval '20 minutes'`);
    return replayResults(tx);
  });
  expect(found).toEqual([]);
});

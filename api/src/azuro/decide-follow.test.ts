import { microOdds } from '@tallystone/core/money/micro-usdc';
import { describe, expect, test } from 'vitest';
import type { ConditionUpdate, GameUpdate } from './azuro-feed.ts';
import { decideCondition, decideGame, decideScore, type FollowDecision } from './decide-follow.ts';
import type { FollowedMarket } from './follow-store.ts';

const startedAt = new Date('2026-11-29T15:00:00.000Z');
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(startedAt.getTime() + minutes * MINUTE_MS);
const now = at(30);
const ODDS = [2_000_000n, 3_500_000n, 4_000_000n];

/** A market in play that takes bets until minute 120, priced a minute before `now`. */
const market = (parts: Partial<FollowedMarket> = {}): FollowedMarket => ({
  id: 'm_play',
  state: 'open',
  conditionId: 'c',
  gameId: 'in-play:g',
  feedGameId: 'g',
  inPlay: { subcategory: 'soccer', clock: '', isOn: true },
  isMain: true,
  gameState: 'Live',
  gameStartsAt: startedAt,
  feedHalt: null,
  startsAt: startedAt,
  endsAt: at(120),
  closesAt: at(120),
  lateFrom: null,
  awaitsRefunds: false,
  pricedAt: at(29),
  winners: 1,
  isOneSided: false,
  outcomes: ODDS.map((odds, place) => ({ azuroId: `${place}`, odds: microOdds(odds) })),
  ...parts,
});
const halted = (parts: Partial<FollowedMarket> = {}) =>
  market({ state: 'suspended', feedHalt: 'stopped', ...parts });
/** The same game before its start, whose betting has ended. */
const before = market({
  inPlay: null,
  gameId: 'g',
  feedHalt: 'started',
  closesAt: startedAt,
  endsAt: startedAt,
});

const priced = (on: Date, odds = ODDS): ConditionUpdate & { at: Date } => ({
  id: 'c',
  state: 'Active',
  outcomes: odds.map((each, place) => ({
    ...{ id: `${place}`, title: null, sort: null, line: null },
    odds: microOdds(each),
  })),
  at: on,
});
const inState = (state: ConditionUpdate['state'], on = now): ConditionUpdate & { at: Date } => ({
  ...{ id: 'c', state, outcomes: [], at: on },
});
const game = (state: GameUpdate['state'], startsAt = startedAt): GameUpdate => ({
  ...{ id: 'g', state, startsAt, raw: {} },
});

/** The market after a decision, which has to change it. */
function after(decision: FollowDecision): FollowedMarket {
  if (decision.kind !== 'changed') throw new Error(`expected a change, got ${decision.kind}`);
  return decision.after;
}

describe('a price of a running game', () => {
  test('lifts the halt', () => {
    expect(after(decideCondition(halted(), priced(now), now))).toMatchObject({
      feedHalt: null,
      pricedAt: now,
    });
  });

  test.each(['Prematch', 'Stopped', 'Finished'] as const)(
    'lifts no halt while the game is %s',
    (gameState) => {
      expect(after(decideCondition(halted({ gameState }), priced(now), now))).toMatchObject({
        feedHalt: 'stopped',
        pricedAt: now,
      });
    },
  );

  test('lifts no halt while betting in play is switched off, and halts what is open', () => {
    const inPlay = { subcategory: 'soccer', clock: '', isOn: false };
    for (const each of [halted({ inPlay }), halted({ inPlay, feedHalt: 'stale' }), market({ inPlay })])
      expect(after(decideCondition(each, priced(now), now)).feedHalt).toBe('stopped');
  });

  test.each([29, 28.999])('from minute %d, not after the last one, lifts nothing', (minute) => {
    expect(decideCondition(halted(), priced(at(minute)), now)).toEqual({ kind: 'unchanged' });
  });

  test('that is the same is confirmed after a quarter of a second, which people don’t see', () => {
    const pricedAt = new Date(now.getTime() - 250);
    expect(decideCondition(market({ pricedAt }), priced(now), now)).toMatchObject({
      kind: 'changed',
      isVisible: false,
      after: { pricedAt: now, feedHalt: null },
    });
    const justBefore = new Date(now.getTime() - 249);
    expect(decideCondition(market({ pricedAt: justBefore }), priced(now), now)).toEqual({
      kind: 'unchanged',
    });
    // Before the start it takes five seconds.
    const open = market({ inPlay: null, pricedAt });
    expect(decideCondition(open, priced(now), now)).toEqual({ kind: 'unchanged' });
  });

  test('changes nothing on a canceled game, or after the end', () => {
    expect(decideCondition(halted({ feedHalt: 'canceled' }), priced(now), now).kind).toBe('unchanged');
    expect(decideCondition(market({ state: 'closed' }), priced(now), now).kind).toBe('unchanged');
  });
});

describe('a condition that takes no bets', () => {
  test.each(['Stopped', 'Removed', 'Canceled'] as const)('%s suspends, and does not close', (state) => {
    expect(after(decideCondition(market(), inState(state), now))).toMatchObject({
      feedHalt: 'stopped',
      closesAt: at(120),
      pricedAt: now,
    });
  });

  test('a stop is newer than every price that was asked for before it', () => {
    const stopped = after(decideCondition(market(), inState('Stopped'), now));
    expect(decideCondition({ ...stopped, state: 'suspended' }, priced(at(29.9)), now).kind).toBe('unchanged');
  });

  test.each([
    ['open', market()],
    ['suspended', halted()],
  ])('Resolved closes an %s market for good', (_, each) => {
    const closed = after(decideCondition(each, inState('Resolved'), now));
    expect(closed).toMatchObject({ feedHalt: 'stopped', closesAt: now, endsAt: now });
    const later = at(31);
    // The price counts, but betting has ended, and a running game doesn't begin it again.
    const priceAgain = after(decideCondition({ ...closed, state: 'suspended' }, priced(later), later));
    expect(priceAgain.closesAt).toEqual(now);
    const running = decideGame({ ...closed, state: 'suspended' }, game('Live'), later);
    expect(running.kind === 'changed' ? running.after.closesAt : now).toEqual(now);
    const scored = decideScore(
      { ...closed, state: 'suspended' },
      { clock: "31'", isNewScore: true, at: later },
      later,
    );
    expect(scored.kind === 'changed' ? scored.after.closesAt : now).toEqual(now);
  });

  test('Resolved only stops a market from before the start', () => {
    const open = market({ inPlay: null });
    expect(after(decideCondition(open, inState('Resolved'), now)).closesAt).toEqual(at(120));
    expect(decideCondition(before, inState('Resolved'), now)).toEqual({ kind: 'unchanged' });
  });
});

describe('a running game', () => {
  test.each(['Stopped', 'Prematch'] as const)('that is said to be %s suspends betting', (state) => {
    expect(after(decideGame(market(), game(state), now))).toMatchObject({
      feedHalt: 'stopped',
      gameState: state,
      closesAt: at(120),
    });
  });

  test('that runs again needs a price first', () => {
    const stopped = after(decideGame(market(), game('Stopped'), now));
    const again = after(decideGame({ ...stopped, state: 'suspended' }, game('Live'), now));
    expect(again).toMatchObject({ feedHalt: 'stopped', gameState: 'Live' });
    expect(after(decideCondition(again, priced(at(30.1)), at(30.1))).feedHalt).toBeNull();
  });

  test('that is finished closes, and does not run again', () => {
    const finished = after(decideGame(market(), game('Finished'), now));
    expect(finished).toMatchObject({ closesAt: now, endsAt: now, gameState: 'Finished' });
    expect(after(decideGame(finished, game('Live'), at(31)))).toMatchObject({ closesAt: now, endsAt: now });
  });

  test('that is canceled is suspended, and stays canceled', () => {
    const canceled = after(decideGame(market(), game('Canceled'), now));
    expect(canceled).toMatchObject({ feedHalt: 'canceled', gameState: 'Canceled' });
    expect(decideGame(canceled, game('Live'), now)).toEqual({ kind: 'unchanged' });
    expect(after(decideGame(market({ state: 'closed' }), game('Canceled'), now)).feedHalt).toBe('canceled');
  });

  test('has no late bets, whenever it began', () => {
    const early = at(-60);
    const decision = decideGame(market(), game('Live', early), now);
    expect(decision).toMatchObject({
      kind: 'changed',
      isVisible: false,
      lateBy: null,
      after: { gameStartsAt: early, startsAt: startedAt, lateFrom: null, closesAt: at(120) },
    });
    expect(decideGame(before, game('Live', early), now)).toMatchObject({
      lateBy: { startsAt: early },
      after: { lateFrom: early },
    });
  });

  test('goes on for longer than expected, but its betting does not begin again', () => {
    const near = market({ endsAt: at(121), closesAt: at(121) });
    expect(after(decideGame(near, game('Live'), at(120)))).toMatchObject({
      endsAt: at(130),
      closesAt: at(130),
    });
    const isFar = market({ endsAt: at(122), closesAt: at(122) });
    expect(decideGame(isFar, game('Live'), at(120))).toEqual({ kind: 'unchanged' });
    const over = market({ endsAt: at(119), closesAt: at(119) });
    expect(decideGame(over, game('Live'), at(120))).toEqual({ kind: 'unchanged' });
  });

  test.each(['resolving', 'settled', 'void'] as const)('changes no %s market', (state) => {
    const ended = market({ state });
    const decision = decideGame(ended, game('Finished'), now);
    expect(decision).toMatchObject({ isVisible: false, after: { ...ended, gameState: 'Finished' } });
  });
});

describe('a score', () => {
  const score = (parts: Partial<Parameters<typeof decideScore>[1]> = {}) => ({
    ...{ clock: "30'", isNewScore: true, at: now },
    ...parts,
  });

  test('that is new suspends betting until a price that cannot be from before it', () => {
    const scored = after(decideScore(market(), score(), now));
    expect(scored).toMatchObject({ feedHalt: 'stopped', pricedAt: at(30.05) });
    const suspended = { ...scored, state: 'suspended' as const };
    expect(decideCondition(suspended, priced(at(30.05)), at(30.05)).kind).toBe('unchanged');
    const settled = new Date(at(30.05).getTime() + 1);
    expect(after(decideCondition(suspended, priced(settled), settled)).feedHalt).toBeNull();
  });

  test('that is older than the price does not make the price older', () => {
    expect(after(decideScore(market({ pricedAt: now }), score({ at: at(29) }), now))).toMatchObject({
      feedHalt: 'stopped',
      pricedAt: now,
    });
  });

  test('that is the same shows the clock on the main market alone', () => {
    const same = score({ isNewScore: false });
    expect(after(decideScore(market(), same, now))).toMatchObject({ feedHalt: null, pricedAt: at(29) });
    expect(decideScore(market({ isMain: false }), same, now)).toEqual({ kind: 'unchanged' });
    expect(after(decideScore(market({ isMain: false }), score(), now)).feedHalt).toBe('stopped');
  });

  test.each(['canceled', 'started'] as const)('lifts no halt of the kind %s', (feedHalt) => {
    const decision = decideScore(halted({ feedHalt }), score(), now);
    expect(after(decision).feedHalt).toBe(feedHalt);
  });

  test('moves the end of betting to what the clock says', () => {
    // Half of the minutes in a third of the time: the game ends at twice the pace.
    const moved = after(decideScore(market(), score({ clock: "60'", isNewScore: false }), now));
    expect(moved.closesAt).toEqual(at(46.5));
    expect(moved.endsAt).toEqual(at(46.5));
    const over = market({ closesAt: at(29), endsAt: at(29) });
    expect(after(decideScore(over, score(), now))).toMatchObject({ closesAt: at(29), endsAt: at(29) });
  });

  test('changes no market from before the start, and none that has ended', () => {
    expect(decideScore(market({ inPlay: null }), score(), now)).toEqual({ kind: 'unchanged' });
    expect(decideScore(market({ state: 'closed' }), score(), now)).toEqual({ kind: 'unchanged' });
  });
});

describe('a market on one outcome of its condition', () => {
  const outcomes = [
    { azuroId: '0', odds: microOdds(3_000_000n) },
    { azuroId: '', odds: null },
  ];
  /** Before the start, unless `parts` has more. */
  const onPlayer = (parts: Partial<FollowedMarket> = {}) =>
    market({
      ...{ id: 'm_player', isMain: false, isOneSided: true, outcomes, inPlay: null, gameState: 'Prematch' },
      ...{ startsAt: at(60), gameStartsAt: at(60), endsAt: at(60), closesAt: at(60) },
      ...parts,
    });
  const inPlay = (parts: Partial<FollowedMarket> = {}) =>
    market({ isMain: false, isOneSided: true, outcomes, ...parts });
  /** The others of the same condition. */
  const onWhole = (parts: Partial<FollowedMarket> = {}) => market({ inPlay: null, ...parts });

  type Said = ConditionUpdate['outcomes'][number];
  const decided: Omit<Said, 'id'> = { odds: null, isDecided: true };
  const active = (odds: bigint): Omit<Said, 'id'> => ({ odds: microOdds(odds) });
  const unpriced: Omit<Said, 'id'> = { odds: null };
  /** What the feed says of the outcomes 0, 1 and 2. */
  const says = (
    said: readonly Omit<Said, 'id'>[],
    { on = now, state = 'Active' as ConditionUpdate['state'] } = {},
  ): ConditionUpdate & { at: Date } => ({
    ...{ id: 'c', state, at: on },
    ...(said.some(({ isDecided }) => isDecided) && { isOver: true as const }),
    outcomes: said.map((each, place) => ({ id: `${place}`, ...each })),
  });

  test('follows the price of its own outcome, whatever those of the others', () => {
    const update = says([active(2_500_000n), unpriced, active(1_010_000n)]);
    expect(after(decideCondition(onPlayer(), update, now))).toMatchObject({
      feedHalt: null,
      pricedAt: now,
      outcomes: [
        { azuroId: '0', odds: 2_500_000n },
        { azuroId: '', odds: null },
      ],
    });
  });

  test('stops alone if its outcome is decided, and the prices of others go on', () => {
    const update = says([decided, active(5_000_000n), active(6_000_000n)]);
    expect(after(decideCondition(onPlayer(), update, now))).toMatchObject({
      feedHalt: 'stopped',
      closesAt: at(60),
      outcomes,
    });
    const other = onPlayer({
      outcomes: [{ azuroId: '1', odds: microOdds(4_000_000n) }, ...outcomes.slice(1)],
    });
    expect(after(decideCondition(other, update, now))).toMatchObject({
      feedHalt: null,
      outcomes: [{ odds: 5_000_000n }, { odds: null }],
    });
  });

  test('closes in play once it is decided, and opens no more', () => {
    const update = says([decided, active(5_000_000n)]);
    for (const each of [inPlay(), inPlay({ state: 'suspended', feedHalt: 'stopped' })]) {
      const closed = after(decideCondition(each, update, now));
      expect(closed).toMatchObject({ feedHalt: 'stopped', closesAt: now, endsAt: now });
      // The feed takes the goal back.
      const back = says([active(3_000_000n), active(5_000_000n)], { on: at(31) });
      expect(after(decideCondition({ ...closed, state: 'suspended' }, back, at(31))).closesAt).toEqual(now);
    }
    const closesNow = inPlay({ state: 'suspended', feedHalt: 'stopped', closesAt: now });
    expect(decideCondition(closesNow, update, now)).toEqual({ kind: 'unchanged' });
  });

  test('goes on in play while others are decided', () => {
    const update = says([active(2_900_000n), decided, decided]);
    expect(after(decideCondition(inPlay(), update, now))).toMatchObject({
      feedHalt: null,
      closesAt: at(120),
      outcomes: [{ odds: 2_900_000n }, { odds: null }],
    });
  });

  test('stops without a price of its outcome, at the odds that it had, until a later one', () => {
    const stop = says([unpriced, active(5_000_000n)]);
    for (const each of [onPlayer(), inPlay()]) {
      const stopped = after(decideCondition(each, stop, now));
      expect(stopped).toMatchObject({ feedHalt: 'stopped', pricedAt: now, outcomes });
      expect(stopped.closesAt).toEqual(each.closesAt);
      const suspended = { ...stopped, state: 'suspended' as const };
      expect(decideCondition(suspended, stop, at(31))).toEqual({ kind: 'unchanged' });
      const price = (minute: number) => says([active(2_000_000n), active(5_000_000n)], { on: at(minute) });
      // One that was asked for before the stop lifts nothing.
      expect(decideCondition(suspended, price(29.9), at(31))).toEqual({ kind: 'unchanged' });
      expect(after(decideCondition(suspended, price(31), at(31)))).toMatchObject({
        feedHalt: null,
        pricedAt: at(31),
        outcomes: [{ odds: 2_000_000n }, { odds: null }],
      });
    }
  });

  test('is not stopped by a price from before its own', () => {
    const old = says([unpriced, active(5_000_000n)], { on: at(28) });
    expect(decideCondition(onPlayer(), old, now)).toEqual({ kind: 'unchanged' });
  });

  test.each(['Stopped', 'Removed', 'Canceled', 'Resolved'] as const)(
    'stops with its condition that is %s, even if that says nothing of it',
    (state) => {
      expect(after(decideCondition(onPlayer(), says([], { state }), now))).toMatchObject({
        feedHalt: 'stopped',
        closesAt: at(60),
        outcomes,
      });
    },
  );

  test('keeps its price if an update lacks its outcome', () => {
    const { outcomes: sent, ...update } = says([unpriced, active(5_000_000n)]);
    expect(decideCondition(onPlayer(), { ...update, outcomes: sent.slice(1) }, now)).toEqual({
      kind: 'refused',
      why: 'an outcome of its market is missing',
    });
  });

  test.each([1_010_000n, 1_000_000_000n])('takes odds of %d as they are', (odds) => {
    const update = says([active(odds), active(odds)]);
    expect(after(decideCondition(onPlayer(), update, now)).outcomes[0]).toEqual({ azuroId: '0', odds });
  });

  test('is not stopped by several that together are impossible for one winner', () => {
    const update = says([active(1_010_000n), active(1_010_000n), active(1_010_000n)]);
    expect(after(decideCondition(onPlayer(), update, now))).toMatchObject({ feedHalt: null });
    expect(decideCondition(onWhole(), update, now)).toMatchObject({ kind: 'refused' });
  });

  test('differs from one on the whole condition: that stops if one of its outcomes is decided', () => {
    const update = says([active(2_000_000n), decided, active(4_000_000n)]);
    expect(after(decideCondition(onWhole(), update, now))).toMatchObject({
      feedHalt: 'stopped',
      pricedAt: now,
    });
    // It isn't known to have its result, so in play it doesn't close.
    expect(after(decideCondition(market(), update, now))).toMatchObject({
      feedHalt: 'stopped',
      closesAt: at(120),
    });
    const none = says([unpriced, unpriced, unpriced]);
    expect(decideCondition(onWhole(), none, now)).toEqual({
      kind: 'refused',
      why: 'none of its outcomes has odds',
    });
  });

  test.each(['started', 'canceled'] as const)('changes no more once its halt is %s', (feedHalt) => {
    const each = onPlayer({ state: 'suspended', feedHalt });
    expect(decideCondition(each, says([decided]), now)).toEqual({ kind: 'unchanged' });
    expect(decideCondition(each, says([active(2_000_000n)]), now)).toEqual({ kind: 'unchanged' });
  });
});

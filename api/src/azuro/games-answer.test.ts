import { expect, test } from 'vitest';
import { noFeed } from './feed-keeper.ts';
import { createGamesAnswer } from './routes.ts';

/** A keeper whose games can't be read, and which counts its calls. */
function aKeeper() {
  let asked = 0;
  return {
    asked: () => asked,
    async data() {
      asked += 1;
      const data = await noFeed('demo-feed').data();
      const drop = { at: '2026-11-21T12:00:00Z', what: 'odds of condition 3006', why: '<b>-1</b>' };
      return { ...data, problem: 'The feed answers with a page.', dropped: 1, drops: [drop] };
    },
  };
}

test('only admins see what was dropped from the feed', async () => {
  const answer = createGamesAnswer(aKeeper());
  const read = async (isAdmin: boolean) =>
    JSON.parse(Buffer.from((await answer.read({ isAdmin })).plain).toString());
  expect(await read(true)).toMatchObject({
    problem: 'The feed answers with a page.',
    drops: [{ why: '<b>-1</b>' }],
  });
  const forBettor = await read(false);
  expect(forBettor).toMatchObject({ dropped: 1, drops: [] });
  expect(forBettor).not.toHaveProperty('problem');
});

test('concurrent callers get the same bytes until something is read or imported', async () => {
  const keeper = aKeeper();
  const answer = createGamesAnswer(keeper);
  const answers = await Promise.all(Array.from({ length: 50 }, () => answer.read({ isAdmin: false })));
  expect(new Set(answers).size).toBe(1);
  expect(keeper.asked()).toBe(1);
  answer.forget();
  await answer.read({ isAdmin: false });
  expect(keeper.asked()).toBe(2);
});

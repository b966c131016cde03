import { httpApi } from '@tallystone/core/http-api';
import type { HistoryRange } from '@tallystone/core/http-api/markets';
import { POSITION_HEADER } from '@tallystone/core/http-api/stream';
import { say } from '@tallystone/core/sentences/say';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { Missing } from '../http/remember-missing.ts';
import { type Route, route } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import { getActivity } from './get-activity.ts';
import { getGame } from './get-game.ts';
import { getHistory } from './get-history.ts';
import { getMarket } from './get-market.ts';
import { getRisk } from './get-risk.ts';
import type { MarketList } from './list-snapshot.ts';
import { readTogether } from './read-together.ts';
import { createSparklines } from './sparklines.ts';

export function marketRoutes({
  db,
  marketList,
  missingMarkets,
  now,
  onLook,
}: {
  db: Db;
  marketList: MarketList;
  missingMarkets: Missing;
  now: () => Date;
  /** Called before a person reads the list or a market. */
  onLook(): Promise<void>;
}): Route[] {
  // Every open market page requests these, again after each change.
  const historiesOf = (range: HistoryRange) =>
    readTogether((marketId) => getHistory(db, { marketId, range }));
  const histories = {
    '1H': historiesOf('1H'),
    '6H': historiesOf('6H'),
    '1D': historiesOf('1D'),
    '1W': historiesOf('1W'),
    All: historiesOf('All'),
  };
  const sparklines = createSparklines({ db, now });
  const games = readTogether((gameId) => getGame(db, gameId));
  const risks = readTogether((marketId) => getRisk(db, marketId));
  const activities = readTogether((marketId) => getActivity(db, marketId));
  /** @throws HttpError `unknown-market` if there is none */
  const known = async <T>(id: string, read: () => Promise<T | null>): Promise<T> => {
    const found = await missingMarkets.find(id, read);
    if (found !== null) return found;
    throw new HttpError('unknown-market', say('unknown-market'));
  };
  return [
    route(httpApi.listMarkets, async ({ rawHeaders }) => {
      await onLook();
      const list = await marketList.read();
      return sendSnapshot(list, rawHeaders, { [POSITION_HEADER]: String(list.position) });
    }),
    route(httpApi.listSparklines, async ({ rawHeaders }) => sendSnapshot(await sparklines(), rawHeaders)),
    route(httpApi.getMarket, async ({ params: { id } }) => {
      await onLook();
      return known(id, () => getMarket(db, id));
    }),
    route(httpApi.getGame, async ({ params: { id } }) => {
      await onLook();
      const game = await games(id);
      if (game !== null) return game;
      throw new HttpError('unknown-game', say('unknown-game'));
    }),
    route(httpApi.getMarketHistory, ({ params: { id }, query }) =>
      known(id, () => histories[query.range](id)),
    ),
    route(httpApi.getMarketRisk, ({ params: { id } }) => known(id, () => risks(id))),
    route(httpApi.getMarketActivity, ({ params: { id } }) => known(id, () => activities(id))),
  ];
}

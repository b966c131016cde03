import type { FixtureCondition } from './fixture.ts';
import { makeCondition } from './make-condition.ts';
import { type OfferedMarket, offerOf, offerPlayersOf, priceGame, pricePlayers } from './offer-game.ts';
import { marketOf } from './offered.ts';
import type { Player } from './players.ts';
import { isOnPlayers, makePlayersCondition } from './players-condition.ts';

/** The conditions of one game. */
interface OfGame {
  readonly sportSlug: string;
  /** The main condition first. */
  readonly list: FixtureCondition[];
  /** The fixture's id of a game whose further conditions aren't made yet. */
  unmadeOf: string | null;
  /** Of its condition on players. */
  players: readonly Player[];
  /** The odds of the main condition by which the other ones are priced. */
  pricedBy: string;
}

/**
 * The conditions of all games. A game offers more than the fixture has: those conditions are made when the game's are
 * first read. The odds of all but the main condition follow it.
 */
export class Conditions {
  readonly #byId = new Map<string, FixtureCondition>();
  readonly #byGame = new Map<string, OfGame>();
  /** Conditions whose odds were set; they follow no more. */
  readonly #fixed = new Set<string>();

  clear(): void {
    this.#byId.clear();
    this.#byGame.clear();
    this.#fixed.clear();
  }

  /**
   * Opens a game with its own conditions.
   *
   * @param offersOf the fixture's id of the game, if it offers more
   */
  open(
    gameId: string,
    own: readonly FixtureCondition[],
    { sportSlug, offersOf }: { sportSlug: string; offersOf: string | null },
  ): void {
    const [main] = own;
    const pricedBy = main === undefined ? '' : textOf(main);
    this.#byGame.set(gameId, { sportSlug, list: [...own], unmadeOf: offersOf, players: [], pricedBy });
    for (const condition of own) this.#byId.set(condition.conditionId, condition);
  }

  /** The condition on who wins the game. */
  mainOf(gameId: string): FixtureCondition | undefined {
    return this.#byGame.get(gameId)?.list[0];
  }

  /** All conditions of a game, the main one first. */
  of(gameId: string): readonly FixtureCondition[] {
    const game = this.#byGame.get(gameId);
    if (game === undefined) return [];
    this.#make(game);
    return game.list;
  }

  /** Adds markets to a game. @returns their conditions */
  offer(gameId: string, offer: readonly OfferedMarket[]): FixtureCondition[] {
    const game = this.#byGame.get(gameId);
    return game === undefined ? [] : this.#add(game, offer);
  }

  get(id: string): FixtureCondition | undefined {
    // An id contains the id of its game, whose further conditions may not be made yet.
    if (!this.#byId.has(id)) this.of(id.slice(4, 26));
    return this.#byId.get(id);
  }

  /** Keeps the odds of a condition as they are. */
  fix(id: string): void {
    this.#fixed.add(id);
  }

  /** Prices a game by its main condition, if anything has read its conditions. @returns those whose odds change */
  follow(gameId: string): FixtureCondition[] {
    const game = this.#byGame.get(gameId);
    return game === undefined || game.unmadeOf !== null ? [] : this.#reprice(game);
  }

  #make(game: OfGame): void {
    if (game.unmadeOf === null || game.list.length === 0) return;
    const offer = offerOf(game.unmadeOf);
    const onPlayers = offerPlayersOf(game.unmadeOf);
    game.unmadeOf = null;
    this.#add(game, offer);
    if (onPlayers !== null) this.#addPlayers(game, onPlayers);
    this.#reprice(game);
  }

  #addPlayers(game: OfGame, { players, odds }: NonNullable<ReturnType<typeof offerPlayersOf>>): void {
    const [main] = game.list;
    if (main === undefined) return;
    const sort = game.list.length + 1;
    const condition = makePlayersCondition(players, { odds, game: main.game, sort });
    game.players = players;
    game.list.push(condition);
    this.#byId.set(condition.conditionId, condition);
  }

  #add({ list }: OfGame, offer: readonly OfferedMarket[]): FixtureCondition[] {
    return offer.flatMap((offered) => {
      const [main] = list;
      if (main === undefined) return [];
      const condition = makeCondition(offered, { game: main.game, sort: list.length + 1 });
      list.push(condition);
      this.#byId.set(condition.conditionId, condition);
      return [condition];
    });
  }

  #reprice(game: OfGame): FixtureCondition[] {
    const [main, ...others] = game.list;
    if (main === undefined || game.pricedBy === textOf(main)) return [];
    const following = others.flatMap((condition) => {
      const market = this.#isFollowing(condition) ? marketOf(game.sportSlug, condition) : undefined;
      return market === undefined ? [] : [{ condition, market }];
    });
    const markets = following.map(({ market }) => market);
    const prices = priceGame(game.sportSlug, main, markets);
    if (prices === null) return [];
    game.pricedBy = textOf(main);
    const changed = following
      .filter(({ condition, market }) => setOdds(condition, market.outcomeIds, prices.get(market) ?? []))
      .map(({ condition }) => condition);
    const scorerIds = game.players.map(({ outcomeId }) => outcomeId);
    const scorerOdds = pricePlayers(main, game.players) ?? [];
    const onPlayers = others.filter(
      (each) => isOnPlayers(each) && this.#isFollowing(each) && setOdds(each, scorerIds, scorerOdds),
    );
    return [...changed, ...onPlayers];
  }

  #isFollowing({ conditionId, state, outcomes }: FixtureCondition): boolean {
    const takesBets = state === 'Active' && outcomes.every(({ odds }) => Number(odds) > 1);
    return takesBets && !this.#fixed.has(conditionId);
  }
}

function textOf({ outcomes }: FixtureCondition): string {
  return outcomes.map(({ odds }) => odds).join();
}

/** @returns whether any of the odds is different */
function setOdds(
  { outcomes }: FixtureCondition,
  outcomeIds: readonly string[],
  odds: readonly string[],
): boolean {
  let isChanged = false;
  for (const outcome of outcomes) {
    const next = odds[outcomeIds.indexOf(outcome.outcomeId)] ?? outcome.odds;
    isChanged ||= next !== outcome.odds;
    outcome.odds = next;
  }
  return isChanged;
}

import type { FixtureCondition } from './fixture.ts';
import { marketOf, type Rule } from './offered.ts';
import type { SideChances } from './score.ts';
import type { Side } from './winners-of.ts';

interface MainSides {
  /** By its odds, without their margin. */
  readonly chances: SideChances;
  /** The side that wins with this outcome. */
  sideOf(outcomeId: string): Side | null;
}

/** The sides of the outcomes of markets on who wins. */
const SIDES: Readonly<Partial<Record<Rule, readonly Side[]>>> = { result: [0, 1, 2], winner: [0, 2] };

/** What a main condition says about the sides; null if it isn't understood or has odds that take no bets. */
export function mainSidesOf(
  sportSlug: string,
  { outcomes }: Pick<FixtureCondition, 'outcomes'>,
): MainSides | null {
  const market = marketOf(sportSlug, { outcomes });
  const sides = market === undefined ? undefined : SIDES[market.rule];
  if (market === undefined || sides === undefined || !outcomes.every(takesBets)) return null;
  const sideOf = (outcomeId: string) => sides[market.outcomeIds.indexOf(outcomeId)] ?? null;
  const inverse: [number, number, number] = [0, 0, 0];
  for (const { outcomeId, odds } of outcomes) inverse[sideOf(outcomeId) ?? 0] = 1 / Number(odds);
  const [home, draw, away] = inverse;
  const sum = home + draw + away;
  return { chances: [home / sum, draw === 0 ? null : draw / sum, away / sum], sideOf };
}

function takesBets({ odds }: { odds: string }): boolean {
  return Number(odds) > 1 && Number.isFinite(Number(odds));
}

/** A code with its facts, as sent over HTTP. */
export interface AnyReason {
  readonly code: string;
}

/**
 * The kinds of `{{name:kind}}` in a sentence, with the API's types for them: amounts and odds are numbers, moments are ISO
 * times. A value without a kind is inserted as it is.
 */
interface Kinds<Nested> {
  usdc: number;
  /** USDC with commas between thousands. */
  thousands: number;
  odds: number;
  /** A count with commas between thousands. */
  figure: number;
  /** To the minute, in UTC. */
  minute: string;
  /** `reason` is a nested sentence, or a part of one, with its own code. `reasons` is a list of them, joined by commas. */
  reason: Nested;
  reasons: readonly Nested[];
}

type HolesIn<Text> = Text extends `${string}{{${infer Hole}}}${infer Rest}` ? Hole | HolesIn<Rest> : never;
type NameOf<Hole> = Hole extends `${infer Name}:${string}` ? Name : Hole & string;
type FactOf<Hole, Nested> = Hole extends `${string}:${infer Kind extends keyof Kinds<Nested>}`
  ? Kinds<Nested>[Kind]
  : string | number;

/** The facts that a sentence needs. */
export type FactsOf<Text, Nested = AnyReason> = {
  readonly [Hole in HolesIn<Text> as NameOf<Hole>]: FactOf<Hole, Nested>;
};

/** The union of all codes of these sentences, each with its facts. */
export type ReasonOf<Texts> = {
  [Code in keyof Texts]: { readonly code: Code } & FactsOf<Texts[Code]>;
}[keyof Texts];

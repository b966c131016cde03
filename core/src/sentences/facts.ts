/** A code with its facts, as it crosses the wire. */
export interface AnyReason {
  readonly code: string;
}

/**
 * What stands in `{{name:kind}}` of a sentence, as the API writes it: amounts and odds are numbers, moments are ISO times.
 * What has no kind is put in as it is.
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
  /** A sentence, or a part of one, that has a code of its own; and any number of them with commas between. */
  reason: Nested;
  reasons: readonly Nested[];
}

type HolesIn<Text> = Text extends `${string}{{${infer Hole}}}${infer Rest}` ? Hole | HolesIn<Rest> : never;
type NameOf<Hole> = Hole extends `${infer Name}:${string}` ? Name : Hole & string;
type FactOf<Hole, Nested> = Hole extends `${string}:${infer Kind extends keyof Kinds<Nested>}`
  ? Kinds<Nested>[Kind]
  : string | number;

/** The facts that a sentence is filled with. */
export type FactsOf<Text, Nested = AnyReason> = {
  readonly [Hole in HolesIn<Text> as NameOf<Hole>]: FactOf<Hole, Nested>;
};

/** The union of all codes of some sentences, each with its facts. */
export type ReasonOf<Texts> = {
  [Code in keyof Texts]: { readonly code: Code } & FactsOf<Texts[Code]>;
}[keyof Texts];

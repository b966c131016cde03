/** Texts by area, and in each by name. */
export type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Plurals are two texts, `bets_one` and `bets_other`; they are asked for as `bets`, with a count. */
type Asked<Name> = Name extends `${infer Base}_one` ? Base : Name extends `${infer Base}_other` ? Base : Name;

/** What is asked for: `area.name`. */
type KeyOf<All extends Areas> = {
  [Area in keyof All & string]: `${Area}.${Asked<keyof All[Area]> & string}`;
}[keyof All & string];

type TextOf<All extends Areas, Key> = Key extends `${infer Area extends keyof All & string}.${infer Name}`
  ? Name extends keyof All[Area]
    ? All[Area][Name]
    : `${Name}_other` extends keyof All[Area]
      ? All[Area][`${Name}_other`]
      : never
  : never;
type CountOf<All extends Areas, Key> = Key extends `${infer Area extends keyof All & string}.${infer Name}`
  ? `${Name}_other` extends keyof All[Area]
    ? 'count'
    : never
  : never;
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Needed<All extends Areas, Key> = CountOf<All, Key> | NamesIn<TextOf<All, Key>>;
type Values<All extends Areas, Key> = {
  readonly [Name in Needed<All, Key>]: Name extends 'count' ? number : string | number;
};
type Given<All extends Areas, Key> = [Needed<All, Key>] extends [never] ? [] : [values: Values<All, Key>];

/** A text that stands as it is, without values: what tables of labels are made of. */
export type PlainKeyOf<All extends Areas> = {
  [Key in KeyOf<All>]: [Needed<All, Key>] extends [never] ? Key : never;
}[KeyOf<All>];

/** Gives the text of a key. Values that a text needs must be given, and no others can be. */
export type Translate<All extends Areas> = <Key extends KeyOf<All>>(
  key: Key,
  ...given: Given<All, Key>
) => string;

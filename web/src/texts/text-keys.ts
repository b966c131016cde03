/** Texts by area, then by name. */
export type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A plural has two texts, such as `bets_one` and `bets_other`. Its key is `bets`, given with a count. */
type Asked<Name> = Name extends `${infer Base}_one` ? Base : Name extends `${infer Base}_other` ? Base : Name;

/** A key: `area.name`. */
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

/** The key of a text without values, as tables of labels use it. */
export type PlainKeyOf<All extends Areas> = {
  [Key in KeyOf<All>]: [Needed<All, Key>] extends [never] ? Key : never;
}[KeyOf<All>];

/** Returns the text of a key. It takes exactly the values that the text needs. */
export type Translate<All extends Areas> = <Key extends KeyOf<All>>(
  key: Key,
  ...given: Given<All, Key>
) => string;

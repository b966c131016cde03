/** The same names with other words. A translation that lacks a text, or has one too many, does not compile. */
export type TextsLike<Texts> = { readonly [Name in keyof Texts]: string };

/** The type of a translation: the same names with other texts. A missing or extra text doesn't compile. */
export type TextsLike<Texts> = { readonly [Name in keyof Texts]: string };

/** A value as JSON without NULs and halves of pairs, which the database keeps in no JSON; null for none. */
export function storableJson(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replace(/\0|\p{Cs}/gu, '') : part,
  );
}

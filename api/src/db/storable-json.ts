/** A value as JSON without NULs and unpaired surrogates, which the database can't store; null for undefined. */
export function storableJson(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replace(/\0|\p{Cs}/gu, '') : part,
  );
}

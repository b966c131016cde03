import { type BuildQueryConfig, type Query, SQL, type SQLChunk, StringChunk } from 'drizzle-orm';

/**
 * A statement that is only text, values and fragments of these, as nearly all are. Its text is put together here, because Drizzle
 * makes objects for each piece, and a bet's statements have a hundred. Statements with anything else are left to Drizzle.
 */
export class PlainSql extends SQL {
  constructor(query: SQL) {
    super([query]);
  }

  override toQuery(config: BuildQueryConfig): Query {
    const params: unknown[] = [];
    const text = textOf(this.queryChunks, params);
    return text === null ? super.toQuery(config) : { sql: text, params };
  }
}

/** The text of the chunks, whose values are added to `params`; null if one of them is something else. */
function textOf(chunks: readonly SQLChunk[], params: unknown[]): string | null {
  let text = '';
  for (const chunk of chunks) {
    if (chunk instanceof StringChunk) text += chunk.value.join('');
    else if (chunk instanceof SQL) {
      // Drizzle's own, for statements that take no values.
      if (Reflect.get(chunk, 'shouldInlineParams') === true) return null;
      const inner = textOf(chunk.queryChunks, params);
      if (inner === null) return null;
      text += inner;
    } else if (isValue(chunk)) text += `$${params.push(chunk)}`;
    else return null;
  }
  return text;
}

const isValue = (chunk: unknown): boolean =>
  typeof chunk === 'string' ||
  typeof chunk === 'number' ||
  typeof chunk === 'bigint' ||
  typeof chunk === 'boolean' ||
  chunk === null ||
  chunk instanceof Date ||
  chunk instanceof Uint8Array;

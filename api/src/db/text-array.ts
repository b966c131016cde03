import { type SQL, sql } from 'drizzle-orm';

/** A list of texts as one parameter, the same on both engines. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array(select json_array_elements_text(${JSON.stringify(texts)}::json))`;

/** The SQLSTATE of an error, or null if the error didn't come from the database. */
export function sqlState(error: unknown): string | null {
  for (const at of causesOf(error)) {
    const code = 'code' in at ? at.code : undefined;
    // Node's own codes, such as ECONNRESET, have other lengths or no severity.
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in at) return code;
  }
  return null;
}

const MOST_CAUSES = 8;

/** An error and its causes, outermost first. Limited in depth, because an error can be its own cause. */
export function* causesOf(error: unknown): Generator<Error> {
  let at = error;
  for (let depth = 0; at instanceof Error && depth <= MOST_CAUSES; depth++) {
    yield at;
    at = at.cause;
  }
}

/** The SQLSTATE the database gave for an error, or null when the error is not the database's answer. */
export function sqlState(error: unknown): string | null {
  for (const at of causesOf(error)) {
    const code = 'code' in at ? at.code : undefined;
    // Codes of Node's own errors, such as ECONNRESET, have other lengths or are not from the server.
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in at) return code;
  }
  return null;
}

const MOST_CAUSES = 8;

/** An error and what caused it, the outermost first. An error can be its own cause. */
export function* causesOf(error: unknown): Generator<Error> {
  let at = error;
  for (let depth = 0; at instanceof Error && depth <= MOST_CAUSES; depth++) {
    yield at;
    at = at.cause;
  }
}

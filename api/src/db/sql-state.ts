/** The SQLSTATE the database gave for an error, or null when the error is not the database's answer. */
export function sqlState(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? at.code : undefined;
    // Codes of Node's own errors, such as ECONNRESET, have other lengths or are not from the server.
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in at) return code;
  }
  return null;
}

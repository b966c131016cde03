const MAX_DEPTH = 8;

/** The body is refused. The message is a sentence for the caller. */
export class JsonRefused extends Error {}

const decoder = new TextDecoder('utf-8', { fatal: true });
// In valid JSON these match all strings and all structural characters.
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * Parses a JSON body more strictly than `JSON.parse`: UTF-8 only, no duplicate keys in an object (two parsers could each
 * use a different one), no `__proto__`, and at most 8 levels.
 */
export function parseJson(body: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(body);
    value = JSON.parse(text);
  } catch {
    throw new JsonRefused('The body is not valid JSON.');
  }
  refuseTraps(text);
  return value;
}

function refuseTraps(text: string): void {
  /** For each open level: the keys of an object so far, or null for an array. */
  const levels: (Set<string> | null)[] = [];
  let previous = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const keys = levels.at(-1);
    switch (token) {
      case '{':
      case '[':
        levels.push(token === '{' ? new Set() : null);
        if (levels.length > MAX_DEPTH)
          throw new JsonRefused(`The body is nested deeper than ${MAX_DEPTH} levels.`);
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ':':
        if (keys) addKey(keys, previous);
        break;
    }
    previous = token;
  }
}

function addKey(keys: Set<string>, quoted: string): void {
  // Decoded first, because "a" and "\u0061" are the same key.
  const key = String(JSON.parse(quoted));
  if (key === '__proto__') throw new JsonRefused('The body has a key that is not allowed.');
  if (keys.has(key)) throw new JsonRefused('The body has the same key twice.');
  keys.add(key);
}

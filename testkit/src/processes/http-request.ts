/** The bytes of an HTTP/1.1 request that keeps its connection open. */
export function httpRequest(request: {
  method?: string;
  path: string;
  token?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
}): Buffer {
  const { method = 'GET', path, token, headers = {}, json } = request;
  const body = json === undefined ? '' : JSON.stringify(json);
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1'];
  if (token !== undefined) lines.push(`authorization: Bearer ${token}`);
  if (json !== undefined)
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  // As sent by a trusted proxy that names every caller.
  const all = { 'x-forwarded-for': '127.0.0.1', ...headers };
  for (const [name, value] of Object.entries(all)) lines.push(`${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

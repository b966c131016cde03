import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { once } from '../rounds/once.ts';
import { openApiDocument } from './openapi.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { serveFile } from './serve-file.ts';

const FILES = [
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  { name: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
  { name: 'favicon-32x32.png', type: 'image/png' },
];
const compress = promisify(gzip);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tallystone API</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** Shows the API to people at /docs, and to programs at /docs/openapi.json. */
export async function mountDocs(app: FastifyInstance, { docs }: SecurityHeaders): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const serve = (path: string, type: string, plain: () => Uint8Array) =>
    // Compressed on first use.
    serveFile(
      app,
      path,
      { type, plain, forms: [{ coding: 'gzip', bytes: once(() => compress(plain())) }] },
      docs,
    );
  serve('/docs', 'text/html; charset=utf-8', () => Buffer.from(PAGE));
  app.get('/docs/', (_request, reply) => reply.headers(docs).redirect('/docs'));
  // Made at the first request, because it takes a tenth of a second that no start should wait for.
  const openApi = once(() => Buffer.from(JSON.stringify(openApiDocument())));
  serve('/docs/openapi.json', 'application/json', openApi);
  serve('/docs/start.js', 'text/javascript; charset=utf-8', () => Buffer.from(START));
  for (const { name, type } of FILES) {
    const file = await readFile(join(folder, name));
    serve(`/docs/${name}`, type, () => file);
  }
}

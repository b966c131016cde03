import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import type { SecurityHeaders } from './security-headers.ts';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

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
export async function mountDocs(app: FastifyInstance, headers: SecurityHeaders): Promise<void> {
  const document = JSON.stringify(openApiDocument());
  await app.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    serve: false,
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (reply) => reply.headers(headers.docs),
  });

  app.get('/docs', (_request, reply) =>
    reply.headers(headers.docs).type('text/html; charset=utf-8').send(PAGE),
  );
  app.get('/docs/', (_request, reply) => reply.headers(headers.docs).redirect('/docs'));
  app.get('/docs/openapi.json', (_request, reply) =>
    reply.headers(headers.docs).type('application/json').send(document),
  );
  app.get('/docs/start.js', (_request, reply) =>
    reply.headers(headers.docs).type('text/javascript').send(START),
  );
  for (const path of FILES) app.get(`/docs/${path}`, (_request, reply) => reply.sendFile(path));
}

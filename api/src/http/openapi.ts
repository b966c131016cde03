import { httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import { errorSchema } from '@tallystone/core/http-api/error';
import { SENTENCES } from '@tallystone/core/sentences/all';
import { reasonSchema } from '@tallystone/core/sentences/reason-schema';
import { holesOf } from '@tallystone/core/sentences/sentence';
import * as z from 'zod/mini';
import { ERROR_STATUS } from './error-status.ts';
import { VERSION } from './version.ts';

type JsonSchema = Record<string, unknown>;

const ACCESS_TEXT = {
  public: 'Anyone may call.',
  session: 'Needs a session.',
  signed: 'Needs a session signed by the wallet.',
  guardian: 'Needs a session signed by the wallet of a guardian.',
  admin: 'Needs a session signed by the wallet of an admin.',
} as const satisfies Record<Endpoint['access'], string>;

/** The OpenAPI document of all endpoints, generated from the schemas that validate requests. */
export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(httpApi)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallystone',
      version: VERSION,
      description:
        'Amounts are USDC and odds are decimal, both as JSON numbers. Every error answer is `{ error, code, requestId }`, and in most cases a `reason`: what the sentence says, as a more specific code with its facts. Other sentences for people come with a reason too.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorSchema, 'output'), Reason: { oneOf: reasons() } },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(name: string, endpoint: Endpoint): JsonSchema {
  const { method, path, access, summary, params, query, headers, body } = endpoint;
  return {
    operationId: name,
    tags: [path.split('/')[2]],
    summary,
    description: ACCESS_TEXT[access],
    ...(access !== 'public' && { security: [{ session: [] }] }),
    parameters: [...fieldsIn('path', params), ...fieldsIn('query', query), ...fieldsIn('header', headers)],
    ...(method !== 'GET' &&
      body && {
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
      }),
    responses: {
      200: { description: 'Done.', content: contentOf(endpoint) },
      default: {
        description: 'Refused or failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function contentOf({ response, media, events }: Endpoint): JsonSchema {
  if (events === undefined)
    return { [media ?? 'application/json']: { schema: schemaOf(response, 'output') } };
  const kinds = Object.entries(events).map(([event, data]) => ({
    type: 'object',
    properties: { event: { const: event }, id: { type: 'string' }, data: schemaOf(data, 'output') },
    required: ['event', 'data'],
  }));
  return { 'text/event-stream': { schema: { description: 'One event after another.', oneOf: kinds } } };
}

function fieldsIn(place: 'path' | 'query' | 'header', schema: z.ZodMiniType | undefined): JsonSchema[] {
  if (!schema) return [];
  // Parameters are declared as objects, so zod emits their properties.
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    // One schema, which only describes server output, can't be represented.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === reasonSchema) jsonSchema.$ref = REASON.$ref;
      if (zodSchema === errorSchema.shape.code) jsonSchema.enum = Object.keys(ERROR_STATUS);
    },
  });
  return json;
}

const REASON = { $ref: '#/components/schemas/Reason' };

const FACTS: Readonly<Record<string, JsonSchema>> = {
  usdc: { type: 'number' },
  thousands: { type: 'number' },
  odds: { type: 'number' },
  figure: { type: 'number' },
  minute: { type: 'string', format: 'date-time' },
  reason: REASON,
  reasons: { type: 'array', items: REASON },
};

/** Every code with its English sentence and the facts that fill it. */
function reasons(): JsonSchema[] {
  return Object.entries(SENTENCES).map(([code, text]) => {
    const facts = holesOf(text).map(({ name, kind }) => [
      name,
      FACTS[kind] ?? { type: ['string', 'number'] },
    ]);
    return {
      type: 'object',
      description: text,
      properties: { code: { const: code }, ...Object.fromEntries(facts) },
      required: ['code', ...facts.map(([name]) => name)],
    };
  });
}

import { httpApi } from '@tallystone/core/http-api';
import { type Access, type Endpoint, errorsOf } from '@tallystone/core/http-api/endpoint';
import { errorSchema } from '@tallystone/core/http-api/error';
import { ERROR_STATUS, type ErrorCode } from '@tallystone/core/http-api/error-status';
import { POSITION_HEADER } from '@tallystone/core/http-api/stream';
import { SENTENCES } from '@tallystone/core/sentences/all';
import { reasonSchema } from '@tallystone/core/sentences/reason-schema';
import { say } from '@tallystone/core/sentences/say';
import { holesOf } from '@tallystone/core/sentences/sentence';
import * as z from 'zod/mini';
import { errorBody, HttpError } from './http-error.ts';
import { EXAMPLES, STREAM_EXAMPLE } from './openapi-examples.ts';
import { SIGNED_STAKE, SIGNED_TEXTS, type SignedText } from './signed-texts.ts';
import { VERSION } from './version.ts';

type JsonSchema = Record<string, unknown>;

const ACCESS_TEXT = {
  public: 'Anyone may call.',
  session: 'Needs a session.',
  signed: 'Needs a session signed by the wallet.',
  guardian: 'Needs a session signed by the wallet of a guardian.',
  admin: 'Needs a session signed by the wallet of an admin.',
} as const satisfies Record<Access, string>;

/** What the calls of a tag are about. The tag is the path's first word after `/api`. */
const TAGS: Readonly<Record<string, string>> = {
  config: 'The mode of this server and what it offers.',
  auth: 'Signing in and out. A wallet signs a message that the server made; the token that this returns is sent as `Authorization: Bearer`.',
  user: 'What belongs to the signed-in user: bets, funds, limits, breaks and sessions.',
  markets: 'Markets with their odds, quotes, history, risk and activity.',
  games: 'Games of the feed, each with all of its markets.',
  sparklines: 'How prices moved in the last 24 hours.',
  stream: 'Changes of markets and of the own account as they happen, as server-sent events.',
  bets: 'Placing bets and selling them back.',
  combos: 'Several selections of different games in one bet: pricing, placing and selling them back.',
  receipts: 'What proves a bet, its ledger entries and its place in the audit.',
  solvency: 'What the house has and owes, and whether the books keep their promises.',
  guardian: 'Results that guardians may object to before they are paid.',
  admin: 'Running the house: markets, results, users, settings and the audit.',
  azuro: 'Games of the feed, from which sports markets come.',
  health: 'Whether the process answers, can commit, and takes bets.',
};

const REASON = { $ref: '#/components/schemas/Reason' };

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
        'Amounts are USDC and odds are decimal, both as JSON numbers. Every error answer is `{ error, code, requestId }`, and in most cases a `reason`: what the sentence says, as a more specific code with its facts. Other sentences for people come with a reason too. Calls that take a signature have the exact text to sign in their description and in `x-signed-texts`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: {
        Error: { ...schemaOf(errorSchema, 'output'), examples: [exampleError()] },
        Reason: { oneOf: reasons() },
      },
      responses: sharedErrors(),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of `verifySignIn`, valid for 12 hours.',
        },
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint): JsonSchema {
  const { method, path, summary, params, query, headers, body } = endpoint;
  const example = exampleOf(name);
  return {
    operationId: name,
    tags: [path.split('/')[2]],
    summary,
    description: describe(name, endpoint),
    security: securityOf(endpoint),
    parameters: [
      ...fieldsIn('path', params, example.params),
      ...fieldsIn('query', query, example.query),
      ...fieldsIn('header', headers),
    ],
    ...(method !== 'GET' &&
      body && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(body, 'input'), example: example.body } },
        },
      }),
    responses: {
      200: {
        description: 'Done.',
        ...(endpoint === httpApi.listMarkets && { headers: LIST_HEADERS }),
        content: contentOf(endpoint, example.response),
      },
      ...errorAnswers(endpoint),
      default: errorAnswer('Refused or failed with a code that is newer than this document.'),
    },
    ...signedParts(name),
  };
}

const LIST_HEADERS = {
  [POSITION_HEADER]: {
    description: 'The position from which the stream continues this list: send it as `after`.',
    schema: { type: 'string' },
  },
};

/** The parts of an example, without the types of its endpoint. */
interface LooseExample {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | undefined> | undefined;
  body?: unknown;
  response: unknown;
}

// The compiler checks that there is one for every endpoint.
const exampleOf = (name: string): LooseExample => EXAMPLES[name as keyof typeof EXAMPLES];

function securityOf({ access, usesSession }: Endpoint): JsonSchema[] {
  if (access !== 'public') return [{ session: [] }];
  return usesSession ? [{}, { session: [] }] : [];
}

function contentOf({ response, media, events }: Endpoint, example: unknown): JsonSchema {
  if (events !== undefined) return { 'text/event-stream': streamContent(events) };
  if (media === 'image/png') return { [media]: { schema: { type: 'string', format: 'binary' } } };
  return { [media ?? 'application/json']: { schema: schemaOf(response, 'output'), example } };
}

function streamContent(events: NonNullable<Endpoint['events']>): JsonSchema {
  const kinds = Object.entries(events).map(([event, data]) => ({
    type: 'object',
    properties: { event: { const: event }, id: { type: 'string' }, data: schemaOf(data, 'output') },
    required: ['event', 'data'],
  }));
  const examples = STREAM_EXAMPLE.map((value) => [value.event, { value }]);
  return {
    schema: { description: 'One event after another.', oneOf: kinds },
    examples: Object.fromEntries(examples),
  };
}

// ---- what a call needs and what is signed for it --------------------------------------------------------

function describe(name: string, endpoint: Endpoint): string {
  const { access, usesSession, repeatable, headers } = endpoint;
  const lines: string[] = [ACCESS_TEXT[access]];
  if (usesSession) lines.push('With a session the answer has more.');
  if (repeatable) {
    const same =
      headers === undefined ? 'The same request' : 'The same request with the same `Idempotency-Key`';
    lines.push(`${same} may be sent again: it does nothing more and gets the first answer.`);
  }
  for (const { when, template } of signedTexts(name)) {
    lines.push(`\n\n**Text to sign.** ${when}\n\n\`\`\`\n${template}\n\`\`\``);
  }
  if (name === 'placeBet') lines.push(`\n\n${STAKE_TEXT}`);
  return lines.join(' ').replaceAll(' \n', '\n');
}

const STAKE_TEXT = `**Typed data to sign (EIP-712).** Only for live bets, besides the text: the authorization of the stake, sent as \`authorization\`. Its \`nonce\` is the keccak-256 hash of the bet, as \`core/src/escrow/escrow-bet.ts\` computes it. For the bet

\`\`\`json
${JSON.stringify(SIGNED_STAKE.bet, null, 2)}
\`\`\`

of the market and bet numbers that \`core/src/escrow/chain-id-of.ts\` makes of ids, it is

\`\`\`json
${JSON.stringify(SIGNED_STAKE.typedData, null, 2)}
\`\`\``;

const signedTexts = (name: string): readonly SignedText[] =>
  (SIGNED_TEXTS as Partial<Record<string, readonly SignedText[]>>)[name] ?? [];

/** The same for programs. */
function signedParts(name: string): JsonSchema {
  const texts = signedTexts(name);
  return {
    ...(texts.length > 0 && { 'x-signed-texts': texts }),
    ...(name === 'placeBet' && { 'x-signed-stake': SIGNED_STAKE }),
  };
}

// ---- errors ---------------------------------------------------------------------------------------------

/** An answer with more codes than this is written where it belongs instead of shared. */
const MOST_SHARED = 3;

/** The error answers of an endpoint, by status. */
function errorAnswers(endpoint: Endpoint): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...codesByStatus(endpoint)].map(([status, codes]) => [
      status,
      codes.length > MOST_SHARED ? codedAnswer(codes) : { $ref: `#/components/responses/${codes.join('.')}` },
    ]),
  );
}

/** The error answers that endpoints share, named by their codes. */
function sharedErrors(): Record<string, JsonSchema> {
  const all = Object.values<Endpoint>(httpApi).flatMap((endpoint) => [...codesByStatus(endpoint).values()]);
  const shared = all.filter((codes) => codes.length <= MOST_SHARED);
  return Object.fromEntries(shared.map((codes) => [codes.join('.'), codedAnswer(codes)]));
}

function codesByStatus(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function codedAnswer(codes: readonly ErrorCode[]): JsonSchema {
  const [status] = codes.map((code) => ERROR_STATUS[code]);
  return {
    ...errorAnswer(
      `${codes.length === 1 ? 'Code' : 'Codes'} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      {
        properties: { code: { enum: codes } },
      },
    ),
    ...((status === 429 || status === 503) && { headers: RETRY_HEADERS }),
  };
}

const RETRY_HEADERS = {
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
};

function errorAnswer(description: string, more?: JsonSchema): JsonSchema {
  const error = { $ref: '#/components/schemas/Error' };
  return {
    description,
    content: { 'application/json': { schema: more === undefined ? error : { allOf: [error, more] } } },
  };
}

function exampleError(): object {
  const { response } = EXAMPLES.getQuote;
  const quote = {
    ...response,
    odds: 1.85,
    minOdds: 1.84,
    potentialWin: 21.25,
    totalReturn: 46.25,
    version: 9,
  };
  const error = new HttpError('odds-changed', say('odds-changed', { odds: quote.odds }), {
    facts: { quote },
  });
  return errorBody(error, 'req-7f3c');
}

// ---- schemas --------------------------------------------------------------------------------------------

function fieldsIn(
  place: 'path' | 'query' | 'header',
  schema: z.ZodMiniType | undefined,
  examples: Readonly<Record<string, string | undefined>> = {},
): JsonSchema[] {
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
    ...(examples[name] !== undefined && { example: examples[name] }),
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
      // Callers ignore fields that they don't know, which a later version may add.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      const length = jsonSchema.prefixItems?.length ?? 0;
      // Some readers know arrays only with `items`.
      if (length > 0) Object.assign(jsonSchema, { items: {}, minItems: length, maxItems: length });
    },
  });
  return json;
}

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

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hexToBytes } from '@noble/hashes/utils.js';
import { type EndpointName, httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import { ERROR_STATUS } from '@tallystone/core/http-api/error-status';
import { streamEventSchemas } from '@tallystone/core/http-api/stream';
import { signerOf } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { expect, test } from 'vitest';
import { packageBin } from '../../../scripts/package-bin.mjs';
import { openApiDocument } from './openapi.ts';
import { EXAMPLES, STREAM_EXAMPLE } from './openapi-examples.ts';
import { SIGNED_TEXTS } from './signed-texts.ts';

test('the reason of an error is one of a fixed list of codes, each with its facts', () => {
  const { components } = openApiDocument() as unknown as {
    components: {
      schemas: { Error: { properties: Record<string, object> }; Reason: { oneOf: readonly object[] } };
    };
  };
  const { Error: error, Reason: reason } = components.schemas;
  expect(error.properties.code).toEqual({ type: 'string', enum: Object.keys(ERROR_STATUS) });
  expect(error.properties.reason).toEqual({ $ref: '#/components/schemas/Reason' });
  expect(reason.oneOf).toContainEqual({
    type: 'object',
    description: expect.any(String),
    properties: { code: { const: 'self-excluded' }, until: { type: 'string', format: 'date-time' } },
    required: ['code', 'until'],
  });
});

interface Operation {
  operationId: string;
  tags: string[];
  security: object[];
  responses: Record<string, object>;
  'x-signed-texts'?: { template: string }[];
}
const operations = Object.values(
  openApiDocument().paths as Record<string, Record<string, Operation>>,
).flatMap((path) => Object.values(path));

test('the document has no problem that redocly finds with its recommended rules', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument()));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [packageBin('@redocly/cli', import.meta.url, 'redocly'), 'lint', file, '--format=json'],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
        maxBuffer: 64 * 1024 * 1024,
      },
    ).catch((error: { stdout: string }) => error); // it ends with code 1 for problems
    expect((JSON.parse(stdout) as { problems: object[] }).problems).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(Object.entries<Endpoint>(httpApi))('the example of %s is of its form', (name, endpoint) => {
  const example: Record<string, unknown> = EXAMPLES[name as EndpointName];
  for (const part of ['params', 'query', 'body', 'response'] as const) {
    const schema = endpoint[part];
    if (schema === undefined || (part !== 'response' && example[part] === undefined)) continue;
    expect(schema.parse(example[part]), part).toEqual(example[part]);
  }
});

test('the first events of the stream are of their form', () => {
  for (const { event, data } of STREAM_EXAMPLE) expect(streamEventSchemas[event].parse(data)).toEqual(data);
});

test('every call says who may call it, with a described tag and refusals', () => {
  const { tags } = openApiDocument() as { tags: { name: string; description: string }[] };
  expect([...new Set(operations.map(({ tags: [tag] }) => tag))].sort()).toEqual(
    tags.map(({ name }) => name).sort(),
  );
  for (const { operationId, security, responses } of operations) {
    const { access } = httpApi[operationId as EndpointName] as Endpoint;
    expect(security.some((way) => !('session' in way)) || security.length === 0, operationId).toBe(
      access === 'public',
    );
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['400', '429', '503']));
  }
});

test('every call that takes a signature says what is signed', () => {
  const asked = Object.entries<Endpoint>(httpApi).flatMap(([name, { body }]) => {
    const fields = (body as { shape?: object } | undefined)?.shape ?? {};
    return 'signature' in fields || 'signed' in fields ? [name] : [];
  });
  const said = operations.flatMap((operation) =>
    operation['x-signed-texts'] === undefined ? [] : [operation.operationId],
  );
  expect(said.sort()).toEqual(asked.sort());
  expect(SIGNED_TEXTS.placeBet[0].template).toBe('Place bet: {amount} on {outcomeId} at {odds} odds');
  expect(SIGNED_TEXTS.cashOut[0].template).toBe('Cash out: {betId} for {amount} USDC');
  expect(SIGNED_TEXTS.setAutomaticCashOut[0].template).toBe(
    'Cash out automatically: {betId} for at least {amount} USDC',
  );
  expect(SIGNED_TEXTS.verifySignIn[0].template).toContain('\nNonce: {nonce}\nIssued At: {issuedAt}\n');
  expect(SIGNED_TEXTS.approveResolution[0].template).toContain('\nPaid to bettors: {paid} USDC\n');
});

test('the signatures of the examples are over those texts', () => {
  const { placeBet, cashOut, setAutomaticCashOut } = EXAMPLES;
  const signed = [
    { example: placeBet.body, text: fill(SIGNED_TEXTS.placeBet[0].template, placeBet.body) },
    {
      example: cashOut.body,
      text: fill(SIGNED_TEXTS.cashOut[0].template, { ...cashOut.body, betId: cashOut.params.id }),
    },
    {
      example: setAutomaticCashOut.body,
      text: fill(SIGNED_TEXTS.setAutomaticCashOut[0].template, {
        ...setAutomaticCashOut.body,
        betId: setAutomaticCashOut.params.id,
      }),
    },
  ];
  for (const { example, text } of signed) {
    expect(signerOf(text, hexToBytes(example.signature.slice(2)))).toBe(placeBet.body.publicKey);
  }
});

const fill = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

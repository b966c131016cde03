import { expect, test } from 'vitest';
import { ERROR_STATUS } from './error-status.ts';
import { openApiDocument } from './openapi.ts';

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

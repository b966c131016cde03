import { httpApi } from '@tallystone/core/http-api';
import { type Endpoint, errorsOf } from '@tallystone/core/http-api/endpoint';
import type { FastifyInstance, InjectOptions } from 'fastify';

const ENDPOINTS = Object.entries<Endpoint>(httpApi).map(([name, endpoint]) => ({
  name,
  method: endpoint.method,
  path: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  codes: new Set<string>(errorsOf(endpoint)),
}));

/**
 * Makes every injected call fail the test if its answer has an error code that its endpoint doesn't list, so the
 * lists of core/http-api stay complete.
 */
export function requireListedCodes(http: FastifyInstance): void {
  const inject = http.inject.bind(http) as (
    options: InjectOptions | string,
  ) => ReturnType<typeof http.inject>;
  const checked = async (options: InjectOptions | string) => {
    const answer = await inject(options);
    if (answer.statusCode >= 400) requireListed(options, codeOf(answer.body));
    return answer;
  };
  http.inject = checked as unknown as typeof http.inject; // tests await it, with its options
}

function requireListed(options: InjectOptions | string, code: string | undefined): void {
  const { method = 'GET', url = '' } = typeof options === 'string' ? { url: options } : options;
  const path = String(url).split('?')[0] ?? '';
  const matching = ENDPOINTS.filter((each) => each.method === method.toUpperCase() && each.path.test(path));
  if (code === undefined || matching.length === 0 || matching.some(({ codes }) => codes.has(code))) return;
  throw new Error(`core/http-api does not list ${code} under the errors of ${matching[0]?.name}`);
}

function codeOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

import type { CallParts, httpApi, ResponseBody } from '@tallystone/core/http-api';
import { apiPath } from '@tallystone/core/http-api/api-path';
import { type ApiRequest, sendRequest } from './send-request.ts';

/** As `endpoints.ts`, for what the first load doesn't call. */
const endpoints = {
  quoteCombo: { method: 'POST', path: '/api/combos/quote' },
  placeCombo: { method: 'POST', path: '/api/combos' },
  listCombos: { method: 'GET', path: '/api/user/combos' },
  cashOutCombo: { method: 'POST', path: '/api/combos/:id/cash-out' },
  setAutomaticCashOut: { method: 'PUT', path: '/api/bets/:id/automatic-cash-out' },
  cancelAutomaticCashOut: { method: 'POST', path: '/api/bets/:id/automatic-cash-out/cancel' },
} as const satisfies { [N in keyof typeof httpApi]?: Pick<(typeof httpApi)[N], 'method' | 'path'> };

type Options<N extends keyof typeof endpoints> = CallParts<N> & Pick<ApiRequest, 'headers' | 'signal'>;

interface LooseOptions {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
}

/** Calls one of these endpoints. Throws `ApiError` for any answer that is not OK. */
export async function callLater<N extends keyof typeof endpoints>(
  name: N,
  options: Options<N>,
): Promise<ResponseBody<N>> {
  const { params, query, ...rest } = options as LooseOptions; // every endpoint's options fit this type
  const { method, path } = endpoints[name];
  const answer = await sendRequest({ method, path: apiPath(path, { params, query }), ...rest });
  return answer as ResponseBody<N>; // the server uses the same table
}

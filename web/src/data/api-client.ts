import type { CallParts, ResponseBody } from '@tallystone/core/http-api';
import { apiPath } from '@tallystone/core/http-api/api-path';
import { endpoints } from './endpoints.ts';
import { type ApiRequest, sendRequest } from './send-request.ts';

export type CallOptions<N extends keyof typeof endpoints> = CallParts<N> &
  Pick<ApiRequest, 'headers' | 'signal' | 'keepalive' | 'read'>;

type CallArguments<N extends keyof typeof endpoints> =
  Record<never, never> extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>];

/** The options without the endpoint's types; the signature of `callApi` has checked them. */
interface LooseOptions extends Omit<ApiRequest, 'method' | 'path'> {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
}

/** Calls one endpoint of `core/http-api.ts`. Throws `ApiError` for any answer that is not OK. */
export async function callApi<N extends keyof typeof endpoints>(
  name: N,
  ...[options]: CallArguments<N>
): Promise<ResponseBody<N>> {
  const { params, query, ...rest } = (options ?? {}) as LooseOptions; // every endpoint's options fit this type
  const { method, path } = endpoints[name];
  const answer = await sendRequest({ method, path: apiPath(path, { params, query }), ...rest });
  // The server uses the same table; screens still allow for missing prices, as the card rules say.
  return answer as ResponseBody<N>;
}

/** Calls an endpoint whose answer is a file. Throws `ApiError` for any answer that is not OK. */
export async function callForFile<N extends keyof typeof endpoints>(
  name: N,
  options: CallOptions<N>,
): Promise<Blob> {
  const read = (response: Response) => response.blob();
  return (await callApi(name, ...([{ ...options, read }] as CallArguments<N>))) as unknown as Blob;
}

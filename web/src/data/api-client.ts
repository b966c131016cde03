import type { RequestBody, RequestParams, RequestQuery, ResponseBody } from '@tallystone/core/http-api';
import { endpoints } from './endpoints.ts';
import { type ApiRequest, sendRequest } from './send-request.ts';

/** A part of the request: forbidden if the endpoint has none, optional if all its fields are, else required. */
type Part<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

export type CallOptions<N extends keyof typeof endpoints> = Part<'params', RequestParams<N>> &
  Part<'query', RequestQuery<N>> &
  Part<'body', RequestBody<N>> &
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

interface PathValues {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | undefined> | undefined;
}

/** Fills `:name` parameters and appends the query. */
export function apiPath(template: string, { params = {}, query = {} }: PathValues): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${template} needs the parameter "${name}"`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size > 0 ? `${path}?${search}` : path;
}

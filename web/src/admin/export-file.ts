import type { RequestQuery } from '@tallystone/core/http-api';
import { apiPath } from '@tallystone/core/http-api/api-path';
import { ApiError } from '../data/api-error.ts';
import { storedSession } from '../data/stored-session.ts';

export type ExportRequest = RequestQuery<'exportData'>;

/**
 * Downloads an export. A link can't carry the session, and `callApi` times out before a long export is done.
 *
 * @throws ApiError if the server refuses; any other error if the download broke off
 */
export async function fetchExport(
  query: ExportRequest,
  signal: AbortSignal,
): Promise<{ name: string; content: Blob; isEmpty: boolean }> {
  const { token } = storedSession.read();
  const response = await fetch(apiPath('/api/admin/export', { query }), {
    credentials: 'include',
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    signal,
  });
  if (!response.ok) {
    const text = await response.text();
    throw new ApiError({ status: response.status, statusText: response.statusText, text });
  }
  const content = await response.blob();
  return {
    name: fileNameOf(response.headers.get('Content-Disposition')) ?? `tallystone-${query.set}.csv`,
    content,
    isEmpty: await hasOnlyHeader(content),
  };
}

/** More than the header of any export takes. */
const HEADER_BYTES = 4096;

/** Column names have no line breaks, so the first line is the header. */
async function hasOnlyHeader(content: Blob): Promise<boolean> {
  if (content.size > HEADER_BYTES) return false;
  const text = (await content.text()).trimEnd();
  return !text.includes('\n');
}

/** The file name in a Content-Disposition header, without path separators. */
export function fileNameOf(header: string | null): string | null {
  const match = /filename="?([^";]+)"?/i.exec(header ?? '');
  const name = match?.[1]?.replace(/[\\/]/g, '').trim();
  return name === undefined || name === '' ? null : name;
}

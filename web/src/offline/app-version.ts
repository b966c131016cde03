const BUILT = /^[0-9a-f]{16}$/;

/**
 * Of the app on this page. Null where nothing of it is to be kept: the page of a developers' server, or of one that does
 * not want this, has none.
 */
export function appVersion(): string | null {
  const version = document.querySelector<HTMLMetaElement>('meta[name="app-version"]')?.content ?? '';
  return BUILT.test(version) ? version : null;
}

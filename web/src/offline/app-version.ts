const BUILT = /^[0-9a-f]{16}$/;

/**
 * The version of the app on this page. Null if nothing should be stored: pages from a development server, or one that has
 * offline use turned off, have none.
 */
export function appVersion(): string | null {
  const version = document.querySelector<HTMLMetaElement>('meta[name="app-version"]')?.content ?? '';
  return BUILT.test(version) ? version : null;
}

import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';

// Loaded on demand, because few visitors of the landing page were redirected to it.
const AuthenticationNotice = lazy(() =>
  import('./authentication-notice.tsx').then((module) => ({ default: module.AuthenticationNotice })),
);

/** Where the account page redirects people who aren't signed in. */
const PATH = '/?auth=required';

/**
 * The URL to redirect to from the account page.
 *
 * @param search the query of the account page, such as `view=statement`, which it gets back after sign-in
 */
export function authenticationRequiredPath(search: string): string {
  return search === '' ? PATH : `${PATH}&${new URLSearchParams({ [SHOWN]: search })}`;
}

/** The parameter that carries the query, because its own parameters mean other things on the landing page. */
const SHOWN = 'account';

/** Says on the landing page why the account page didn't open, and returns to it once a wallet is signed in. */
export function AuthenticationRequired() {
  const [search] = useSearchParams();
  if (search.get('auth') !== 'required') return null;
  return (
    <Suspense fallback={null}>
      <AuthenticationNotice shown={search.get(SHOWN) ?? ''} />
    </Suspense>
  );
}

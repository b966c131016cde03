import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';

// Few who come to the landing page were sent there.
const AuthenticationNotice = lazy(() =>
  import('./authentication-notice.tsx').then((module) => ({ default: module.AuthenticationNotice })),
);

/** Where the account page sends someone it cannot show itself to. */
const PATH = '/?auth=required';

/**
 * The way there from the account page.
 *
 * @param search what the account page showed, such as `view=statement`: it shows that again afterwards
 */
export function authenticationRequiredPath(search: string): string {
  return search === '' ? PATH : `${PATH}&${new URLSearchParams({ [SHOWN]: search })}`;
}

/** The name under which it goes along: its own names mean other things on the landing page. */
const SHOWN = 'account';

/** Says on the landing page why the account page did not open, and leads back to it once a wallet is signed in. */
export function AuthenticationRequired() {
  const [search] = useSearchParams();
  if (search.get('auth') !== 'required') return null;
  return (
    <Suspense fallback={null}>
      <AuthenticationNotice shown={search.get(SHOWN) ?? ''} />
    </Suspense>
  );
}

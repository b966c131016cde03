import { Link, useLocation } from 'wouter';
import { usePageTitle } from '../format/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

/** Any address that leads nowhere. */
export function NotFound() {
  usePageTitle('Page not found');
  const [path] = useLocation();
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <Logo className="size-14" />
      <h1 className="mt-6 text-h2">404 Page Not Found</h1>
      <p className="mt-3 max-w-[34rem] text-muted">
        Nothing lives at <span className="font-mono break-all text-ink">{path}</span>. The address may be
        mistyped, or the page has moved.
      </p>
      <Button asChild className="mt-7">
        <Link href="/">Go to the markets</Link>
      </Button>
    </div>
  );
}

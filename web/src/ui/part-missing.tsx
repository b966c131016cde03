import { Button } from './button.tsx';

/** Stands where a part of the page could not be loaded or shown. */
export function PartMissing() {
  return (
    <div role="alert" className="frame py-16">
      <h1 className="font-display text-h3 font-bold">This part of the page could not be loaded</h1>
      <p className="mt-2 max-w-prose text-muted">
        Your bets and your money are unchanged. The connection may have been lost, or a newer version of the
        site is out. Reload the page to go on.
      </p>
      <Button className="mt-6" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}

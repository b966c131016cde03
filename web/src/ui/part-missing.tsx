import { Button } from './button.tsx';

/** Stands where a part of the page could not be loaded or shown; an `h2` below a heading that is still there. */
export function PartMissing({ heading: Heading = 'h1' }: { heading?: 'h1' | 'h2' }) {
  return (
    <div role="alert" className="frame py-16">
      <Heading className="font-display text-h3 font-bold">This part of the page could not be loaded</Heading>
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

import { cleanup, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { PartMissing } from './part-missing.tsx';

function Broken(): never {
  throw new Error('cannot be shown');
}

describe('ErrorBoundary', () => {
  beforeEach(() => {
    // React logs the errors that these tests cause.
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('keeps the rest of the page when the code of one part does not arrive', async () => {
    const Part = lazy(() => Promise.reject(new Error('the file is gone')));
    const onError = vi.fn();
    render(
      <>
        <p>The rest</p>
        <ErrorBoundary fallback={<PartMissing />} onError={onError}>
          <Suspense>
            <Part />
          </Suspense>
        </ErrorBoundary>
      </>,
    );
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('Your bets and money are unchanged.'),
    );
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
    expect(screen.getByText('The rest')).toBeDefined();
    expect(onError).toHaveBeenCalledOnce();
  });

  it('renders its children again when its key changes', async () => {
    const page = render(
      <ErrorBoundary key="one" fallback="gone">
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByText('gone')).toBeDefined();
    page.rerender(
      <ErrorBoundary key="two" fallback="gone">
        back
      </ErrorBoundary>,
    );
    expect(screen.getByText('back')).toBeDefined();
  });
});

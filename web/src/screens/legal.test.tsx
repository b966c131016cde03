import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Legal } from './legal.tsx';
import { NotFound } from './not-found.tsx';

afterEach(cleanup);

test('the legal page has its seven sections in order, and a table of contents', () => {
  render(<Legal />);
  const titles = [
    'Regulatory Disclaimer',
    'Age Verification',
    'Geographic Restrictions',
    'Privacy & Data Protection',
    'Risk Disclosure',
    'Technology Risks',
    'Contact Information',
  ];
  const contents = screen.getByRole('navigation', { name: 'Contents' });
  const sections = screen.getAllByRole('region');
  expect(sections.map((section) => within(section).getByRole('heading', { level: 2 }).textContent)).toEqual(
    titles,
  );
  expect(
    within(contents)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(titles);
  expect(
    within(contents)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(sections.map(({ id }) => `#${id}`));
  expect(document.title).toBe('Legal · Tallystone');
});

test('an unknown address says so and shows it', () => {
  window.history.replaceState(null, '', '/no/such/page');
  render(<NotFound />);
  expect(screen.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeTruthy();
  expect(screen.getByText('/no/such/page')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the markets' }).getAttribute('href')).toBe('/');
});

test('the privacy section says what is stored about sessions and signed acts', () => {
  render(<Legal />);
  const kept = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(kept).toContainEqual(expect.stringMatching(/^Sessions: .* the network, start and last use/));
  expect(kept).toContainEqual(expect.stringMatching(/the signed text and signature, in the audit/));
});

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TextWith } from './text-with.tsx';

afterEach(cleanup);

test('each mark becomes the element that its part renders, in the order of the text', () => {
  const { container } = render(
    <TextWith
      text="Look <link>over here</link>, <name/>: <strong>now</strong>."
      parts={{
        link: (words) => <a href="/here">{words}</a>,
        name: () => 'Ada',
        strong: (words) => <strong>{words}</strong>,
      }}
    />,
  );
  expect(container.textContent).toBe('Look over here, Ada: now.');
  expect(screen.getByRole('link', { name: 'over here' }).getAttribute('href')).toBe('/here');
});

test('a text without marks is unchanged', () => {
  const { container } = render(<TextWith text="1 < 2 and 3 > 2" parts={{}} />);
  expect(container.textContent).toBe('1 < 2 and 3 > 2');
});

test('text from users is shown as they wrote it', () => {
  const { container } = render(
    <TextWith text="About <title/>." parts={{ title: () => '<link>Rain</link> & <name/>' }} />,
  );
  expect(container.textContent).toBe('About <link>Rain</link> & <name/>.');
});

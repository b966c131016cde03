import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WalletIcon } from './wallet-icon.tsx';

afterEach(cleanup);

const picture = 'data:image/svg+xml,<svg/>';

test.each(['MetaMask', 'Phantom', 'Backpack'])('%s has its initial on a tile of its own colour', (name) => {
  const { container } = render(
    <>
      <WalletIcon icon={null} name={name} />
      <WalletIcon icon={null} name="Rabby" />
    </>,
  );
  const [own, unknown] = container.querySelectorAll('svg[aria-hidden="true"]');
  expect(own?.textContent).toBe(name.charAt(0));
  expect(unknown?.textContent).toBe('R');
  const colour = own?.querySelector('rect')?.getAttribute('fill');
  expect(colour).toMatch(/^#/);
  expect(colour).not.toBe(unknown?.querySelector('rect')?.getAttribute('fill'));
});

test('a wallet keeps the picture that it announces', () => {
  const { container } = render(<WalletIcon icon={picture} name="MetaMask" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe(picture);
  expect(container.querySelector('svg')).toBeNull();
});

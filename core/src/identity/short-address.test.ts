import { expect, test } from 'vitest';
import { shortenAddress } from './short-address.ts';

test.each([
  ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '0x71C7...976F'],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'EPjFWd...Dt1v'],
  ['12345678901', '123456...8901'],
  ['1234567890', '1234567890'],
  ['', ''],
])('%j is shown as %j', (address, short) => {
  expect(shortenAddress(address)).toBe(short);
});

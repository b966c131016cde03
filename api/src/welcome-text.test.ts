import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { welcomeText } from './welcome-text.ts';

const address = 'http://127.0.0.1:43210';
const say = (settings: Record<string, string>) =>
  welcomeText({ config: parseConfig(settings), address, hasWebApp: true });

test('without a public origin the address is where to click', () => {
  expect(say({})).toContain(`Open ${address} in a browser.`);
  expect(say({})).not.toContain('listens');
});

test('behind a proxy it names the address that the proxy leads to, which PORT=0 does not tell', () => {
  const text = say({ PUBLIC_ORIGIN: 'http://localhost:8080' });
  expect(text).toContain('Open http://localhost:8080 in a browser.');
  expect(text).toContain(`The server itself listens at ${address}`);
});

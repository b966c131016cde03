import type { Config } from './config.ts';
import type { PracticeAdmin } from './practice/practice-admin.ts';

/** What the terminal shows once the server answers: where to click next. */
export function welcomeText({
  config,
  address,
  practiceAdmin,
  hasWebApp,
}: {
  config: Config;
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  practiceAdmin: PracticeAdmin | null;
  hasWebApp: boolean;
}): string {
  const origin = config.publicOrigin ?? address;
  const steps = hasWebApp
    ? [`Open ${origin} in a browser.`, ...(config.mode === 'demo' ? DEMO_STEPS : [])]
    : ['The web app is not built, so only the API is served; run npm run build to build it.'];
  return [
    '',
    `Tallystone runs in ${config.mode} mode${config.mode === 'demo' ? ', with practice money' : ''}.`,
    '',
    ...steps.map((step) => `  ${step}`),
    '',
    // Browsers keep what follows the # to themselves, so the key goes into no request and no log on the way.
    ...(practiceAdmin === null ? [] : [`  Admin: ${origin}/admin#practice=${practiceAdmin.key}`]),
    `  The API is shown at ${origin}/docs`,
    // Who put it behind a proxy, or let the system choose the port, asks where that is to lead.
    ...(origin === address ? [] : [`  The server itself listens at ${address}`]),
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

const DEMO_STEPS = [
  'Click "Try demo mode" and pick a chain: a practice wallet connects, with 1,000.00 practice USDC.',
  'Click an outcome, type a stake, and place the bet.',
];

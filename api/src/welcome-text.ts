import type { Config } from './config.ts';
import type { PracticeAdmin } from './practice/practice-admin.ts';

/** The text in the terminal once the server answers: what to open and click next. */
export function welcomeText({
  config,
  address,
  metricsAddress,
  practiceAdmin,
  hasWebApp,
}: {
  config: Config;
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  address: string;
  metricsAddress: string | null;
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
    // Browsers don't send the part after #, so the key appears in no request and no log.
    ...(practiceAdmin === null ? [] : [`  Admin: ${origin}/admin#practice=${practiceAdmin.key}`]),
    `  The API is shown at ${origin}/docs`,
    // Needed to configure a proxy, or if the system chose the port.
    ...(origin === address ? [] : [`  The server itself listens at ${address}`]),
    ...(metricsAddress === null ? [] : [`  Metrics are at ${metricsAddress}`]),
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

const DEMO_STEPS = [
  'Click "Try demo mode": a practice wallet connects, with 1,000.00 practice USDC.',
  'Click an outcome, type a stake, and place the bet.',
];

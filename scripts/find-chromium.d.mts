export interface ChromiumOptions {
  /** Where to look. Default: `any`, or the value of TALLYSTONE_CHROMIUM_FROM. */
  from?: 'any' | 'system' | 'package';
  /** Whether apt-get may install it. Default: only in CI. */
  mayInstall?: boolean;
}

export interface Chromium {
  executablePath: string;
  /** Arguments for launching it. */
  args: string[];
  /** Extra environment variables for launching it. */
  env: Record<string, string>;
  source: 'system' | 'package';
}

export function findChromium(options?: ChromiumOptions): Chromium;

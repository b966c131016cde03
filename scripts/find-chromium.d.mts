export interface ChromiumOptions {
  /** Where to look. Default `any`, or what TALLYSTONE_CHROMIUM_FROM says. */
  from?: 'any' | 'system' | 'package';
  /** Whether apt-get may be asked to install it. Default: only in CI. */
  mayInstall?: boolean;
}

export interface Chromium {
  executablePath: string;
  /** Arguments it must be launched with. */
  args: string[];
  /** Variables it must be launched with, on top of those of this process. */
  env: Record<string, string>;
  source: 'system' | 'package';
}

export function findChromium(options?: ChromiumOptions): Chromium;

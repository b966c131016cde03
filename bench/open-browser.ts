import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.mjs';

/** Starts the Chromium that tests use, in the environment that it needs. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, args, env } = findChromium();
  return chromium.launch({ executablePath, args, env: { ...definedEnvironment(), ...env } });
}

/** This process's environment without undefined values, which programs that start browsers refuse. */
export function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/**
 * Runs forge with the settings of contracts/foundry.toml; `cwd` is another root with the same layout.
 *
 * @returns forge's own code: 0 when all went well, another when a test failed or nothing was compiled; 128 when a signal
 *   ended it
 */
export function runForge(
  args: string[],
  options?: {
    cwd?: string;
    env?: Record<string, string | undefined>;
    keepOutput?: 'all' | 'stdout';
  },
): Promise<{ code: number; stdout: string; output: string }>;

/**
 * Runs forge with contracts/foundry.toml; `cwd` can be another root with the same layout.
 *
 * @returns forge's exit code: 0 for success, another when a test failed or nothing compiled, 128 when a signal ended
 *   it
 */
export function runForge(
  args: string[],
  options?: {
    cwd?: string;
    env?: Record<string, string | undefined>;
    keepOutput?: 'all' | 'stdout';
  },
): Promise<{ code: number; stdout: string; output: string }>;

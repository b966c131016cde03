/** Runs forge with the settings of contracts/foundry.toml; `cwd` is another root with the same layout. */
export function runForge(
  args: string[],
  options?: {
    cwd?: string;
    env?: Record<string, string | undefined>;
    keepOutput?: 'all' | 'stdout';
  },
): Promise<{ code: number; stdout: string; output: string }>;

export interface Row {
  what: string;
  bar: string;
  measured: string;
  ok: boolean;
}

export interface Result {
  name: string;
  command: string;
  passed: boolean;
  rows: Row[];
}

/** Runs one program of the `bench` folder as a separate process that ends with this one. */
export function runProof(
  root: string,
  file: string,
  options?: { sample?: boolean; quiet?: boolean; env?: Record<string, string> },
): Promise<{ result: Result; output: string }>;

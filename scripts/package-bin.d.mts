export function packageBin(name: string, from?: string, program?: string): string;

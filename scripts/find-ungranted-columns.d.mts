export function findUngrantedColumns(migration: string): string[];
